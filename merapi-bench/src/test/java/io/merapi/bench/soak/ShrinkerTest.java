package io.merapi.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkerTest {

  @Test
  void keepsExactlyWhatIsNeeded() {
    var random = new Random(1);
    for (int round = 0; round < 200; round++) {
      List<Integer> all = IntStream.range(0, 1 + random.nextInt(300)).boxed().toList();
      var needed = new TreeSet<Integer>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        needed.add(random.nextInt(all.size()));
      }
      assertThat(Shrinker.shrink(all, some -> some.containsAll(needed)))
          .containsExactlyElementsOf(needed);
    }
  }

  @Test
  void endsWhereNoSingleEventCanBeLeftOut() {
    // Any three will do.
    List<Integer> all = IntStream.range(0, 50).boxed().toList();
    assertThat(Shrinker.shrink(all, some -> some.size() >= 3)).hasSize(3);
    assertThat(Shrinker.shrink(all, _ -> true)).isEmpty();
  }

  @Test
  void asksFewTimes() {
    List<Integer> all = IntStream.range(0, 1000).boxed().toList();
    var asked = new ArrayList<Integer>();
    Shrinker.shrink(
        all,
        some -> {
          asked.add(some.size());
          return some.contains(3) && some.contains(800);
        });
    assertThat(asked.size()).isLessThan(100);
  }
}
