package io.merapi.sim.report.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CsvLineTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void quotesWhatWouldBeReadAsSeveralCells() throws IOException {
    var out = new StringBuilder();
    new CsvLine(out, START).cell("a,b").cell("say \"hi\"").cell("two\nlines").cell("plain").end();

    assertThat(out).hasToString("\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",plain\n");
  }

  @Test
  void writesMomentsAsTimesAndAsSecondsAndLeavesOutWhatIsNotKnown() throws IOException {
    var out = new StringBuilder();
    var line = new CsvLine(out, START);
    line.cells(START.plusMillis(90_500)).cells(null).cell((Duration) null).cell(Double.NaN).end();

    assertThat(out).hasToString("2026-01-01T00:01:30.500Z,90.5,,,,\n");
  }

  @Test
  void numbersAreWrittenPlainly() throws IOException {
    var out = new StringBuilder();
    new CsvLine(out, START).cell(1e12).cell(1.0 / 3).cell(0.0).cell(-1e-9).cell(7).end();

    assertThat(out).hasToString("1000000000000,0.333333,0,0,7\n");
  }
}
