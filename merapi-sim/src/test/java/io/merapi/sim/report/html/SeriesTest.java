package io.merapi.sim.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.sim.report.Curve;
import org.junit.jupiter.api.Test;

class SeriesTest {

  private static final double NONE = Double.NaN;

  private final TimeScale time = new TimeScale(100);
  private final ValueScale scale = ValueScale.of(Unit.SHARE, 1);

  @Test
  void keepsItsHeightForAStepAndJumps() {
    // Four steps of 25 s on a drawing of 1000 by 100: a half until 500, then all.
    assertThat(line(25, 100, 0.5, 0.5, 1, 1)).isEqualTo("M0 50H500V0H1000");
  }

  @Test
  void leavesGapsWhereThereIsNoValue() {
    assertThat(line(25, 100, 0.5, NONE, 1, NONE)).isEqualTo("M0 50H250M500 0H750");
  }

  @Test
  void endsWithItsRunThoughTheLastStepReachesBeyond() {
    // The third step would end at 75 s, the run does at 60.
    assertThat(line(25, 60, 0, 0, 1)).isEqualTo("M0 100H500V0H600");
  }

  @Test
  void fillsEachPieceDownToTheGround() {
    var series = new Series("a", "c1", 25, 100, Curve.of(0.5, NONE, 1, 1));

    assertThat(series.area(time, scale)).isEqualTo("M0 50H250V100H0ZM500 0H1000V100H500Z");
  }

  @Test
  void drawsNothingWithoutValues() {
    assertThat(line(25, 100)).isEmpty();
    assertThat(line(25, 100, NONE)).isEmpty();
  }

  @Test
  void handsTheValuesToTheScript() {
    var series = new Series("a", "c1", 25, 100, Curve.of(0.123456, NONE, 1));

    assertThat(series.data(Unit.SHARE)).isEqualTo("0.1235 - 1");
    assertThat(series.data(Unit.COUNT)).isEqualTo("0.1 - 1");
  }

  private String line(double step, double end, double... values) {
    return new Series("a", "c1", step, end, Curve.of(values)).line(time, scale);
  }
}
