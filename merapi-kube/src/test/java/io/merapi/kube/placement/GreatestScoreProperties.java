package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What holds as scores come and go; failures name the seed that repeats them. */
class GreatestScoreProperties {

  private static final long[] SCORES = {-5, 0, 1, 2, 99, 100, 127, 128, 129, 4_000_000_000L};

  @Test
  void isTheGreatestOfThoseThatAreIn() {
    for (int seed = 0; seed < 50; seed++) {
      var random = new Random(seed);
      var greatest = new GreatestScore();
      var in = new ArrayList<Long>();
      for (int step = 0; step < 200; step++) {
        if (in.isEmpty() || random.nextInt(5) < 2 + step / 67 % 2) {
          long score = SCORES[random.nextInt(SCORES.length)];
          in.add(score);
          greatest.add(score);
        } else {
          greatest.remove(in.remove(random.nextInt(in.size())));
        }
        long expected = in.isEmpty() ? 0 : Math.max(0, Collections.max(in));
        assertThat(greatest.value()).as("seed %d, step %d", seed, step).isEqualTo(expected);
      }
    }
  }
}
