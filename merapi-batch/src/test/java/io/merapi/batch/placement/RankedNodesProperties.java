package io.merapi.batch.placement;

import static io.merapi.testkit.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Normalization;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.World;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.Unanswered;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order that is kept is that of a sort, whatever changes. */
class RankedNodesProperties {

  private static final int NODES = 60;
  private static final int RUNS = 200;
  private static final int STEPS = 40;

  private final List<NodeState> nodes = nodes();
  private final long[] raw = new long[NODES];
  private final double[] own = new double[NODES];

  private static List<NodeState> nodes() {
    var world = new World();
    IntStream.range(0, NODES).forEach(i -> world.with(node("n" + i).build()));
    return world.open().nodes();
  }

  @Test
  void theOrderIsThatOfASort() throws Unanswered {
    for (int seed = 0; seed < RUNS; seed++) {
      var random = new Random(seed);
      var part = new Part(seed % 2 == 0 ? Normalization.NONE : Normalization.TO_GREATEST);
      var ranked = new RankedNodes(NODES, List.of(List.of(part)));
      var in = new NodeSet();
      var all = new NodeSet();
      nodes.forEach(node -> all.add(node.index()));
      change(all, in, ranked, random);
      for (int step = 0; step < STEPS; step++) {
        var some = new NodeSet();
        int changes = random.nextInt(random.nextInt(8) == 0 ? NODES : 4);
        for (int i = 0; i < changes; i++) {
          some.add(random.nextInt(NODES));
        }
        change(some, in, ranked, random);
        int first = random.nextInt(5) == 0 ? random.nextInt(NODES) : 0;
        assertThat(ranked.order(first))
            .as("seed %d, step %d", seed, step)
            .containsExactly(sorted(in, part, first));
      }
    }
  }

  @Test
  void aSampleIsRankedAsIfThereWereNoOtherNodes() throws Unanswered {
    for (int seed = 0; seed < RUNS; seed++) {
      var random = new Random(seed);
      var part = new Part(seed % 2 == 0 ? Normalization.NONE : Normalization.TO_GREATEST);
      var ranked = new RankedNodes(NODES, List.of(List.of(part)));
      var in = new NodeSet();
      var all = new NodeSet();
      nodes.forEach(node -> all.add(node.index()));
      change(all, in, ranked, random);
      for (int step = 0; step < STEPS; step++) {
        var sample = new NodeSet();
        for (int place = in.next(0); place >= 0; place = in.next(place + 1)) {
          sample.set(place, random.nextInt(3) == 0);
        }
        int first = random.nextInt(NODES);
        NodesByScore inOrder = ranked.among(sample, first);
        int[] expected = sorted(sample, part, first);
        // One that is not wanted when it would have its turn has none later.
        var wanted = sample.copy();
        for (int i = 0; i < expected.length; i++) {
          boolean skipped = random.nextInt(4) == 0;
          wanted.set(expected[i], !skipped);
          if (!skipped) {
            assertThat(inOrder.next(wanted)).as("seed %d", seed).isEqualTo(expected[i]);
            wanted = sample.copy();
          }
        }
        assertThat(inOrder.next(wanted)).isEqualTo(NodesByScore.NONE);
      }
    }
  }

  private void change(NodeSet some, NodeSet in, RankedNodes ranked, Random random)
      throws Unanswered {
    for (int place = some.next(0); place >= 0; place = some.next(place + 1)) {
      ranked.forget(place);
      raw[place] = random.nextInt(random.nextInt(10) == 0 ? 100 : 5);
      own[place] = random.nextInt(3);
      in.set(place, random.nextInt(6) > 0);
      if (in.contains(place)) {
        ranked.put(nodes.get(place), own[place]);
      }
    }
    ranked.update(some, in);
  }

  private int[] sorted(NodeSet in, Part part, int first) {
    int[] members = in.toArray();
    long greatest = IntStream.of(members).mapToLong(place -> raw[place]).max().orElse(0);
    return IntStream.of(members)
        .boxed()
        .sorted(
            Comparator.<Integer>comparingDouble(
                    place -> -own[place] - part.normalization.finalScore(raw[place], greatest))
                .thenComparingInt(place -> Math.floorMod(place - first, NODES)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private final class Part implements ScorePart {

    private final Normalization normalization;

    Part(Normalization normalization) {
      this.normalization = normalization;
    }

    @Override
    public long raw(SessionNode node) {
      return raw[node.index()];
    }

    @Override
    public Normalization normalization() {
      return normalization;
    }

    @Override
    public long weight() {
      return 1;
    }
  }
}
