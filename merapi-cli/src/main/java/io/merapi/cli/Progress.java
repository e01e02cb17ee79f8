package io.merapi.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** A line on the terminal that says how far reading has come. */
final class Progress implements LongConsumer, AutoCloseable {

  private static final int WIDTH = 30;

  private final LiveLine live;
  private final long total;

  /**
   * A progress line for reading files.
   *
   * @param total the bytes that there are to read; 0 where nobody knows
   */
  Progress(PrintWriter err, long total) {
    this.live = new LiveLine(err);
    this.total = total;
  }

  /** A progress line for reading files; the length of standard input is not known. */
  static Progress reading(List<String> paths, PrintWriter err) {
    return new Progress(
        err, paths.stream().mapToLong(path -> Path.of(path).toFile().length()).sum());
  }

  @Override
  public void accept(long done) {
    live.show(() -> line(done, total));
  }

  @Override
  public void close() {
    live.close();
  }

  static String line(long done, long total) {
    if (total <= 0) {
      return "read " + Amounts.text("memory", done);
    }
    int filled = (int) (WIDTH * Math.min(1.0, (double) done / total));
    return "[%s%s] %s of %s"
        .formatted(
            "#".repeat(filled),
            " ".repeat(WIDTH - filled),
            Amounts.text("memory", done),
            Amounts.text("memory", total));
  }
}
