package io.merapi.batch.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangedNodesTest {

  private final ChangedNodes changed = new ChangedNodes(0);

  @Test
  void tellsNothingToWhoHasReadAll() {
    changed.note(3);
    assertThat(since(changed.count())).isEmpty();
  }

  @Test
  void tellsEachNodeOnceThatHasChangedSince() {
    changed.note(1);
    long read = changed.count();
    changed.note(7);
    changed.note(2);
    changed.note(7);
    assertThat(since(read)).containsExactlyInAnyOrder(2, 7);
  }

  @Test
  void tellsWhoNeverReadOfAllThatEverChanged() {
    changed.note(1);
    changed.note(7);
    changed.note(1);
    assertThat(since(0)).containsExactlyInAnyOrder(1, 7);
  }

  @Test
  void forgetsNoChangeHoweverManyThereWere() {
    var random = new Random(1);
    long[] latest = new long[40];
    for (int i = 0; i < 2000; i++) {
      int node = random.nextInt(1 + random.nextInt(latest.length));
      changed.note(node);
      latest[node] = changed.count();
      long read = random.nextLong(changed.count() + 1);
      assertThat(since(read))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, latest.length).filter(one -> latest[one] > read).boxed().toList());
    }
  }

  private List<Integer> since(long read) {
    var nodes = new ArrayList<Integer>();
    changed.since(read, nodes::add);
    return nodes;
  }
}
