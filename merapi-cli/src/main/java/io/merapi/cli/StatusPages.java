package io.merapi.cli;

import io.merapi.cluster.serve.PageAnswer;
import io.merapi.cluster.serve.Pages;
import io.merapi.config.objects.ObjectWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The pages on which the program says how it is configured and since when it runs. */
final class StatusPages {

  private static final String WARNING =
      "Warning: This endpoint is not meant to be machine parseable, has no formatting"
          + " compatibility guarantees and is for debugging purposes only.";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss 'UTC' yyyy", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final String program;
  private final Instant started = Instant.now();
  private final Map<String, Supplier<Map<String, @Nullable Object>>> configurations =
      new ConcurrentSkipListMap<>();

  /**
   * @param program the original that this stands in for
   */
  StatusPages(String program) {
    this.program = program;
  }

  /**
   * Shows a configuration.
   *
   * @param name that {@code /configz} has for it
   * @param inForce asked every time, as it may change
   */
  void show(String name, Supplier<Map<String, @Nullable Object>> inForce) {
    configurations.put(name, inForce);
  }

  /** Mounts the pages. */
  void mountOn(Pages pages, CommandSpec command) {
    pages.mount("/configz", _ -> PageAnswer.json(ObjectWriter.json(configured())));
    pages.mount("/statusz", _ -> PageAnswer.text(status(pages)));
    pages.mount("/flagz", _ -> PageAnswer.text(flags(command)));
  }

  private Map<String, @Nullable Object> configured() {
    var all = new LinkedHashMap<String, @Nullable Object>();
    configurations.forEach((name, inForce) -> all.put(name, inForce.get()));
    return all;
  }

  private String status(Pages pages) {
    Duration up = Duration.between(started, Instant.now());
    return """
    %s statusz
    %s

    Started: %s
    Up: %d hr %02d min %02d sec
    Java version: %s
    Binary version: %s
    Paths: %s
    """
        .formatted(
            program,
            WARNING,
            TIME.format(started),
            up.toHours(),
            up.toMinutesPart(),
            up.toSecondsPart(),
            Runtime.version(),
            Version.number(),
            String.join(" ", pages.paths()));
  }

  private String flags(CommandSpec command) {
    var values = new TreeMap<String, String>();
    for (OptionSpec option : command.options()) {
      Object value = option.getValue();
      values.put(option.longestName().replaceFirst("^--?", ""), value == null ? "" : value + "");
    }
    var lines = new StringBuilder("%s flags\n%s\n\n".formatted(program, WARNING));
    values.forEach((name, value) -> lines.append(name).append('=').append(value).append('\n'));
    return lines.toString();
  }
}
