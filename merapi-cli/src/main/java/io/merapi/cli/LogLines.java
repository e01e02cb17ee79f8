package io.merapi.cli;

import io.merapi.cluster.run.LogFields;
import io.merapi.cluster.run.RunLog;
import io.merapi.config.objects.ObjectWriter;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a log, each with its time: as text, with the fields behind the message, or as JSON with
 * the keys of Kubernetes' components ({@code ts}, {@code v}, {@code msg}, {@code err}).
 */
final class LogLines implements RunLog {

  private static final Object[] NO_FIELDS = {};

  private final PrintWriter to;
  private final LogOptions options;
  private final InstantSource clock;

  LogLines(PrintWriter to, LogOptions options, InstantSource clock) {
    this.to = to;
    this.options = options;
    this.clock = clock;
  }

  @Override
  public void info(String message) {
    line(0, message, NO_FIELDS);
  }

  @Override
  public void warn(String message) {
    line(-1, message, NO_FIELDS);
  }

  @Override
  public void info(String message, Object... fields) {
    line(0, message, fields);
  }

  @Override
  public void warn(String message, Object... fields) {
    line(-1, message, fields);
  }

  @Override
  public boolean wants(int verbosity) {
    return verbosity <= options.verbosity();
  }

  @Override
  public void verbose(int verbosity, String message, Object... fields) {
    if (wants(verbosity)) {
      line(verbosity, message, fields);
    }
  }

  /**
   * Writes a line as a whole, whoever else does.
   *
   * @param verbosity negative where something is wrong
   */
  private void line(int verbosity, String message, Object... fields) {
    String line =
        options.format() == LogOptions.Format.JSON
            ? json(verbosity, message, fields)
            : text(verbosity, message, fields);
    synchronized (to) {
      to.println(line);
    }
  }

  private String text(int verbosity, String message, Object... fields) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return "%s merapi: %s%s"
        .formatted(now, verbosity < 0 ? "warning: " : "", LogFields.text(message, fields));
  }

  private String json(int verbosity, String message, Object... fields) {
    Instant now = clock.instant();
    var tree = new LinkedHashMap<String, @Nullable Object>();
    // Milliseconds with a fraction, as Kubernetes' components write it.
    tree.put("ts", BigDecimal.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, now), 3));
    tree.put("msg", message);
    if (verbosity >= 0) {
      tree.put("v", verbosity);
    } else {
      tree.put("severity", "warning");
    }
    tree.putAll(LogFields.tree(fields));
    return ObjectWriter.json(tree);
  }
}
