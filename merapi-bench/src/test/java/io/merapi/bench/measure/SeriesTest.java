package io.merapi.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {

  /** So many placements in a second, for each of which a CPU worked a second and took 8 bytes. */
  private static Repetition speed(long placements) {
    return new Repetition(
        Work.placed(placements),
        new Cost(1_000_000_000, placements * 1_000_000_000, placements * 8));
  }

  @Test
  void theMedianIsTheRepetitionOfMiddleSpeed() {
    var series = new Series(List.of(speed(300), speed(100), speed(200)));
    assertThat(series.median().placementsPerSecond()).isEqualTo(200);
    assertThat(series.median().cpuMicrosPerPlacement()).isEqualTo(1e6);
    assertThat(series.median().bytesPerPlacement()).isEqualTo(8);
  }

  @Test
  void theSpreadIsAPartOfTheMedian() {
    var series = new Series(List.of(speed(190), speed(220), speed(200)));
    assertThat(series.spread()).isCloseTo(0.15, within(1e-9));
    assertThat(new Series(List.of(speed(5), speed(5))).spread()).isZero();
  }

  @Test
  void workWithoutPlacementsHasNoSpeed() {
    Repetition none = speed(0);
    assertThat(none.placementsPerSecond()).isZero();
    assertThat(new Series(List.of(none)).spread()).isZero();
  }

  @Test
  void aSeriesNeedsARepetition() {
    assertThatThrownBy(() -> new Series(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
