package io.merapi.sim.report.csv;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes line after line, cell after cell. */
final class CsvLine {

  private static final int DECIMALS = 6;

  private final Appendable out;
  private final Instant start;
  private boolean begun;

  /**
   * @param start what moments are counted from
   */
  CsvLine(Appendable out, Instant start) {
    this.out = out;
    this.start = start;
  }

  CsvLine cell(String text) throws IOException {
    if (begun) {
      out.append(',');
    }
    begun = true;
    out.append(needsQuotes(text) ? '"' + text.replace("\"", "\"\"") + '"' : text);
    return this;
  }

  private static boolean needsQuotes(String text) {
    return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
  }

  CsvLine cell(long number) throws IOException {
    return cell(Long.toString(number));
  }

  /** A number without more decimals than it needs; empty where it is none. */
  CsvLine cell(double number) throws IOException {
    if (Double.isNaN(number)) {
      return cell("");
    }
    BigDecimal rounded = BigDecimal.valueOf(number).setScale(DECIMALS, RoundingMode.HALF_UP);
    return cell(rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString());
  }

  /** Seconds; empty where there are none. */
  CsvLine cell(@Nullable Duration duration) throws IOException {
    return duration == null ? cell("") : cell(duration.toMillis() / 1000.0);
  }

  /** A time, and the seconds from the start to it; both empty where there is none. */
  CsvLine cells(@Nullable Instant moment) throws IOException {
    return moment == null
        ? cell("").cell("")
        : cell(moment.toString()).cell(Duration.between(start, moment));
  }

  void end() throws IOException {
    out.append('\n');
    begun = false;
  }
}
