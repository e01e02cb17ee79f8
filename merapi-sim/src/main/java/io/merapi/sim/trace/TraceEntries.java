package io.merapi.sim.trace;

import io.merapi.sim.workload.WorkloadException;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the lines of one file stand for, one after the other. */
final class TraceEntries implements AutoCloseable {

  private final TraceLines lines;
  private final TraceFormat format;
  private boolean over;

  private TraceEntries(TraceLines lines, TraceFormat format) {
    this.lines = lines;
    this.format = format;
  }

  /**
   * Finds out what a file holds: by its name, or by its header.
   *
   * @throws BrokenRow where its first line is no header of a trace
   */
  static TraceEntries open(String path) throws IOException {
    TraceLines lines = TraceLines.open(path);
    try {
      return new TraceEntries(lines, format(path, lines));
    } catch (BrokenRow | WorkloadException e) {
      lines.close();
      throw e;
    }
  }

  private static TraceFormat format(String path, TraceLines lines) {
    if (path.toLowerCase(Locale.ROOT).matches(".*\\.swf(\\.gz)?")) {
      return new StandardWorkload();
    }
    String header = lines.next();
    while (header != null && header.isBlank()) {
      header = lines.next();
    }
    if (header == null) {
      throw new BrokenRow("", "is empty, expected a header line; " + headers());
    }
    var table = new CsvTable(header);
    if (table.has("cpu_milli")) {
      return table.has("sn") ? new OpenbNodes(table) : new OpenbPods(table);
    }
    if (table.has("arrival")) {
      return new PlainJobs(table);
    }
    throw new BrokenRow("", "the header is not that of a trace; " + headers());
  }

  private static String headers() {
    return "a list of jobs has %s; %s has %s; %s has %s"
        .formatted(
            String.join(",", PlainJobs.REQUIRED),
            OpenbPods.TITLE,
            String.join(",", OpenbPods.REQUIRED),
            OpenbNodes.TITLE,
            String.join(",", OpenbNodes.REQUIRED));
  }

  /**
   * The next entry; null behind the last, where the file is closed.
   *
   * @throws BrokenRow for a line that cannot be read; the lines behind it still can
   */
  @Nullable TracedEntry next() {
    while (!over) {
      String line = lines.next();
      if (line == null) {
        over = true;
        lines.close();
        return null;
      }
      TracedEntry entry = line.isBlank() ? null : format.read(line, lines.number());
      if (entry != null) {
        return entry;
      }
    }
    return null;
  }

  /** The number of the line that was read last. */
  int line() {
    return lines.number();
  }

  TraceFormat format() {
    return format;
  }

  @Override
  public void close() {
    lines.close();
  }
}
