package io.merapi.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeaterTest {

  private final List<Counting> made = new ArrayList<>();

  /** Knows how often it was run and closed. */
  private static final class Counting implements Trial {

    private int runs;
    private int closings;

    @Override
    public Work run(Meter meter) {
      runs++;
      meter.measure(() -> {});
      return Work.placed(1);
    }

    @Override
    public void close() {
      closings++;
    }
  }

  private Counting fresh() {
    var trial = new Counting();
    made.add(trial);
    return trial;
  }

  @Test
  void everyRepetitionHasATrialOfItsOwn() {
    new Repeater(Duration.ZERO).repeat(this::fresh, () -> {});
    assertThat(made)
        .allSatisfy(trial -> {
          assertThat(trial.runs).isOne();
          assertThat(trial.closings).isOne();
        });
  }

  @Test
  void withoutPatienceTwoRepetitionsWarmUpAndThreeCount() {
    Series series = new Repeater(Duration.ZERO).repeat(this::fresh, () -> {});
    assertThat(series.repetitions()).hasSize(3);
    assertThat(made).hasSize(5);
  }

  @Test
  void withPatienceThereIsAnEndAllTheSame() {
    Series series = new Repeater(Duration.ofDays(1)).repeat(this::fresh, () -> {});
    assertThat(series.repetitions()).hasSize(7);
    assertThat(made).hasSizeBetween(9, 107);
  }
}
