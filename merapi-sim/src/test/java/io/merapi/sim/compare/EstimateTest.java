package io.merapi.sim.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EstimateTest {

  @Test
  void theMarginIsThatOfStudentsDistribution() {
    Estimate estimate = Estimate.of(List.of(2.0, 4.0, 6.0));

    // Deviation 2, so that the margin is 4.303 (two degrees of freedom) x 2 / sqrt(3).
    assertThat(estimate.mean()).isEqualTo(4);
    assertThat(estimate.margin()).isCloseTo(4.9687, within(0.001));
    assertThat(estimate.certain()).isFalse();
  }

  @Test
  void manyRunsAreMeasuredByTheNormalDistributionWithACorrection() {
    List<Double> values =
        IntStream.range(0, 200).mapToObj(run -> run % 2 == 0 ? 9.0 : 11.0).toList();

    // 1.972 (199 degrees of freedom) x sqrt(200/199) / sqrt(200).
    assertThat(Estimate.of(values).margin()).isCloseTo(0.13979, within(0.0001));
    assertThat(Estimate.of(values).certain()).isTrue();
  }

  @Test
  void oneRunSaysNothingOfChance() {
    Estimate estimate = Estimate.of(List.of(7.0));

    assertThat(estimate.margin()).isZero();
    assertThat(estimate.certain()).isFalse();
  }

  @Test
  void runsThatAllSayTheSameLeaveNoDoubt() {
    assertThat(Estimate.of(Collections.nCopies(3, -2.0)).certain()).isTrue();
    assertThat(Estimate.of(Collections.nCopies(3, 0.0)).certain()).isFalse();
  }
}
