package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {

  @Test
  void barFillsWithWhatHasBeenRead() {
    assertThat(Progress.line(512L << 20, 1L << 30))
        .isEqualTo("[###############               ] 512Mi of 1Gi");
  }

  @Test
  void aStreamOfUnknownLengthIsJustCounted() {
    assertThat(Progress.line(3L << 20, 0)).isEqualTo("read 3Mi");
  }

  @Test
  void nothingIsPrintedWhereNobodyWatches() {
    var text = new StringWriter();
    try (var progress = new Progress(new PrintWriter(text), 10)) {
      progress.accept(5);
    }
    assertThat(text.toString()).isEmpty();
  }
}
