package io.merapi.batch.regressions;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.node.Node;
import io.merapi.batch.actions.preempt.Preempt;
import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.actions.reclaim.Reclaim;
import io.merapi.batch.plugins.drf.Drf;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.plugins.proportion.Proportion;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.RandomBatchCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which tasks gang, drf and proportion gave up depended on the order of a hash table. */
class VictimsDoNotDependOnTheOrderOfArrivalTest {

  private static final int CLUSTERS = 300;

  @Test
  void theSameClusterHasTheSameVictimsInWhateverOrderItBecameKnown() {
    int evictions = 0;
    for (long seed = 0; seed < CLUSTERS; seed++) {
      List<ClusterObject> objects = RandomBatchCluster.of(seed);
      List<String> expected = effects(objects);
      assertThat(effects(shuffled(objects, seed))).as("seed %d", seed).isEqualTo(expected);
      evictions += (int) expected.stream().filter(call -> call.startsWith("evict")).count();
    }
    assertThat(evictions).isGreaterThan(CLUSTERS / 10);
  }

  /** Another order of everything but nodes, whose order is part of what a session goes by. */
  private static List<ClusterObject> shuffled(List<ClusterObject> objects, long seed) {
    var nodes = new ArrayList<ClusterObject>();
    var others = new ArrayList<ClusterObject>();
    for (ClusterObject object : objects) {
      (object instanceof Node ? nodes : others).add(object);
    }
    Collections.shuffle(others, new Random(seed));
    nodes.addAll(others);
    return nodes;
  }

  private static List<String> effects(List<ClusterObject> objects) {
    World world =
        new World()
            .with(objects.toArray(ClusterObject[]::new))
            .tier(_ -> new Priority())
            .tier(Gang::new)
            .tier(session -> new Drf(session, false))
            .tier(Proportion::new);
    SchedulingSession session = world.open();
    for (Action action : List.of(new Preempt(PreemptArgs.DEFAULTS), new Reclaim())) {
      action.execute(session);
    }
    return world.effects().calls();
  }
}
