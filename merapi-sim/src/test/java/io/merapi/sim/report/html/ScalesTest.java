package io.merapi.sim.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScalesTest {

  @Test
  void countsEndAtARoundNumber() {
    assertThat(ValueScale.of(Unit.COUNT, 0)).isEqualTo(new ValueScale(Unit.COUNT, 4, 1));
    assertThat(ValueScale.of(Unit.COUNT, 9)).isEqualTo(new ValueScale(Unit.COUNT, 9, 3));
    assertThat(ValueScale.of(Unit.COUNT, 77)).isEqualTo(new ValueScale(Unit.COUNT, 80, 20));
    assertThat(ValueScale.of(Unit.COUNT, 1_300)).isEqualTo(new ValueScale(Unit.COUNT, 1_500, 500));
  }

  @Test
  void sharesEndAtTheWholeOrWellBelowIt() {
    assertThat(ValueScale.of(Unit.SHARE, 1)).isEqualTo(new ValueScale(Unit.SHARE, 1, 0.25));
    assertThat(ValueScale.of(Unit.SHARE, 0.07).top()).isEqualTo(0.1);
  }

  @Test
  void hoursAndDaysAreMarkedAtRoundMoments() {
    assertThat(new TimeScale(27 * 3_600).marks())
        .containsExactly(0.0, 21_600.0, 43_200.0, 64_800.0, 86_400.0);
    assertThat(new TimeScale(45).marks()).containsExactly(0.0, 10.0, 20.0, 30.0, 40.0);
  }

  @Test
  void aMomentIsMarkedWhereNothingPasses() {
    assertThat(new TimeScale(0).marks()).containsExactly(0.0, 1.0);
  }

  @Test
  void timesAreReadInTwoUnits() {
    assertThat(Elapsed.text(0)).isEqualTo("0s");
    assertThat(Elapsed.text(0.25)).isEqualTo("250 ms");
    assertThat(Elapsed.text(59.6)).isEqualTo("1m");
    assertThat(Elapsed.text(3_725)).isEqualTo("1h2m");
    assertThat(Elapsed.text(90_000)).isEqualTo("1d1h");
    assertThat(Elapsed.text(86_400 * 40)).isEqualTo("40d");
  }
}
