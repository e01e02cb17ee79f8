package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.sim.report.LiveFigures;
import io.merapi.sim.report.SimulationReport.PodCounts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The live view, with a clock of the test. */
class LiveViewTest {

  private static final long SECOND = 1_000_000_000L;

  private final StringWriter screen = new StringWriter();
  private long clock;
  private int looks;
  private int questions;

  @Test
  void showsNothingOfWhatIsOverSoon() {
    try (LiveView view = view(true, null)) {
      pass(view, SECOND / 2);
    }

    assertThat(screen.toString()).isEmpty();
    assertThat(questions).isZero();
  }

  @Test
  void drawsOverWhatItHasDrawn() {
    // Nothing is decided in the second second: the rate falls from 40 to 40 / e.
    try (LiveView view = view(true, Duration.ofHours(2))) {
      pass(view, SECOND);
      pass(view, SECOND);
    }

    assertThat(screen.toString().replace("\033", "ESC"))
        .isEqualTo(
            """
            \rsimulated            ███████████████░░░░░░░░░░░░░░░ 50 % of 2h0mESC[K
            pods                 pending 3, running 2, done 5, evicted 1ESC[K
            cpu                  ███████████████████████░░░░░░░ 75 %ESC[K
            speed                40 decisions and 1h0m of virtual time per secondESC[K
            ESC[JESC[4A\rsimulated            ███████████████░░░░░░░░░░░░░░░ 50 % of 2h0mESC[K
            pods                 pending 3, running 2, done 5, evicted 1ESC[K
            cpu                  ███████████████████████░░░░░░░ 75 %ESC[K
            speed                15 decisions and 22m4s of virtual time per secondESC[K
            ESC[JESC[4A\rESC[J\
            """);
  }

  @Test
  void saysHowMuchHasComeWhereTheEndIsOpen() {
    LiveView view = view(true, null);
    pass(view, SECOND);

    assertThat(screen.toString())
        .contains("simulated            1h0m, 25 % of what comes has come");
  }

  @Test
  void showsNothingWhereNobodyWatchesAndAsksOnce() {
    try (LiveView view = view(false, null)) {
      for (int i = 0; i < 10; i++) {
        pass(view, SECOND);
      }
    }

    assertThat(screen.toString()).isEmpty();
    assertThat(questions).isEqualTo(1);
  }

  @Test
  void drawsTenTimesASecondAtMostAndReadsTheClockRarely() {
    LiveView view = view(true, null);
    // A hundred thousand moments in each of ten seconds.
    for (int moment = 0; moment < 1_000_000; moment++) {
      clock += SECOND / 100_000;
      view.at(Duration.ofHours(1), new Figures());
    }

    assertThat(screen.toString().split("simulated", -1).length - 1).isBetween(80, 91);
    assertThat(looks).isLessThan(5_000);
  }

  private void pass(LiveView view, long nanos) {
    clock += nanos;
    view.at(Duration.ofHours(1), new Figures());
  }

  private LiveView view(boolean watched, @Nullable Duration until) {
    return new LiveView(
        new PrintWriter(screen),
        new LiveText(until),
        () -> {
          questions++;
          return watched;
        },
        () -> {
          looks++;
          return clock;
        });
  }

  private record Figures() implements LiveFigures {

    @Override
    public PodCounts counts() {
      return new PodCounts(10, 8, 5, 2, 3, 1);
    }

    @Override
    public double arrivedShare() {
      return 0.25;
    }

    @Override
    public long decisions() {
      return 40;
    }

    @Override
    public List<InUse> inUse() {
      return List.of(new InUse("cpu", 0.75));
    }
  }
}
