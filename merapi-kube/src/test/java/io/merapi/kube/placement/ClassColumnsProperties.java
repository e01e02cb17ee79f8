package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ClassColumnsProperties {

  private static final long[] WEIGHTS = {1, 3, 2};

  /** What is known of a node, as plain as can be; no scores mean that the pods do not fit. */
  private record Answer(long version, List<Long> scores) {

    boolean fits() {
      return !scores.isEmpty();
    }

    long total() {
      long total = 0;
      for (int i = 0; i < WEIGHTS.length; i++) {
        total += scores.get(i) * WEIGHTS[i];
      }
      return total;
    }
  }

  @Test
  void columnsAreWhatWasLastAnsweredForEachNode() {
    for (int seed = 0; seed < 30; seed++) {
      var random = new SplittableRandom(seed);
      int shift = random.nextInt(100);
      TieOrder ties = (first, second) -> (first + shift) % 100 < (second + shift) % 100;
      var columns = new ClassColumns(WEIGHTS, ties);
      var naive = new TreeMap<Integer, Answer>();
      for (int version = 0; version < 500; version++) {
        int node = random.nextInt(100);
        switch (random.nextInt(8)) {
          case 0 -> {
            columns.forget(node);
            naive.remove(node);
          }
          case 1, 2 -> {
            columns.reject(node, version);
            naive.put(node, new Answer(version, List.of()));
          }
          default -> {
            long[] scores = {random.nextInt(3), random.nextInt(2), random.nextInt(3)};
            columns.accept(node, version, scores);
            naive.put(node, new Answer(version, LongStream.of(scores).boxed().toList()));
            scores[0] = 99;
          }
        }
        assertThat(columns.best()).isEqualTo(scan(naive, ties));
      }
      for (int node = 0; node < 100; node++) {
        check(columns, node, naive.getOrDefault(node, new Answer(-1, List.of())));
      }
    }
  }

  private static void check(ClassColumns columns, int node, Answer answer) {
    assertThat(columns.knows(node, answer.version)).isEqualTo(answer.version >= 0);
    assertThat(columns.knows(node, answer.version + 1)).isFalse();
    assertThat(columns.feasible().contains(node)).isEqualTo(answer.fits());
    if (answer.fits()) {
      assertThat(columns.total(node)).isEqualTo(answer.total());
      for (int plugin = 0; plugin < WEIGHTS.length; plugin++) {
        assertThat(columns.score(plugin, node)).isEqualTo(answer.scores.get(plugin));
      }
    }
  }

  @Test
  void everyPluginThatScoresMustAnswer() {
    var columns = new ClassColumns(WEIGHTS, (first, second) -> first < second);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> columns.accept(0, 1, new long[] {1, 2}))
        .withMessage("scores (2) must be as many as weights (3)");
  }

  @Test
  void withoutScoringPluginsTheOrderOfTiesDecides() {
    var columns = new ClassColumns(new long[0], (first, second) -> first > second);
    columns.accept(0, 1, new long[0]);
    columns.accept(1, 1, new long[0]);
    assertThat(columns.best()).isEqualTo(1);
  }

  private static int scan(Map<Integer, Answer> answers, TieOrder ties) {
    int best = BestNodeTree.NONE;
    long bestTotal = 0;
    for (Map.Entry<Integer, Answer> entry : answers.entrySet()) {
      Answer answer = entry.getValue();
      if (answer.fits()
          && (best == BestNodeTree.NONE
              || answer.total() > bestTotal
              || (answer.total() == bestTotal && ties.wins(entry.getKey(), best)))) {
        best = entry.getKey();
        bestTotal = answer.total();
      }
    }
    return best;
  }
}
