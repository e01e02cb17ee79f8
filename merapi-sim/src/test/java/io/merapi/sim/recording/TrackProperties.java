package io.merapi.sim.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Tracks against a plain list of all changes. */
class TrackProperties {

  private static final int MOST = 20;

  @RepeatedTest(50)
  void everyStepHasTheMeanOfWhatHappenedInIt(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    var track = new Track(MOST);
    var changes = new TreeMap<Long, Double>();
    changes.put(0L, 0.0);
    long now = 0;
    for (int i = 0; i < 200; i++) {
      // From moments that are the same to gaps much longer than a step.
      now += random.nextInt(4) == 0 ? 0 : (long) Math.pow(10, random.nextDouble() * 6);
      double value = random.nextInt(3) == 0 ? 0 : random.nextInt(1000);
      track.set(now, value);
      changes.put(now, value);
    }
    long end = now + random.nextInt(100_000);

    double[] means = track.means(end);
    long step = Track.step(end, MOST);
    assertThat(means.length).isLessThanOrEqualTo(MOST).isGreaterThan(0);
    for (int i = 0; i < means.length; i++) {
      long from = i * step;
      long to = Math.min(end, from + step);
      assertThat(means[i]).isCloseTo(integral(changes, from, to) / (to - from), within(1e-6));
    }
    assertThat(track.total(end)).isCloseTo(integral(changes, 0, end), within(1e-3));
  }

  @Test
  void howLongStepsAreDependsOnlyOnTheTime() {
    var often = new Track(MOST);
    for (int now = 0; now < 10_000; now += 7) {
      often.set(now, 1);
    }
    var once = new Track(MOST);
    once.set(0, 1);

    assertThat(often.means(1_000_000)).containsExactly(once.means(1_000_000));
  }

  private static double integral(NavigableMap<Long, Double> changes, long from, long to) {
    double sum = 0;
    long at = from;
    while (at < to) {
      Long next = changes.higherKey(at);
      long until = next == null ? to : Math.min(next, to);
      sum += changes.floorEntry(at).getValue() * (until - at);
      at = until;
    }
    return sum;
  }
}
