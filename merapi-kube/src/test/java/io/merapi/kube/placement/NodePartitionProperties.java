package io.merapi.kube.placement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.placement.NodePartition.Group;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NodePartitionProperties {

  private static final int SEEDS = 50;

  private final NodeChanges changes = new NodeChanges(new TieBreak(1), 1);
  private final NodeDescription description = new NodeDescription(new NodeDomains(changes));

  @Test
  void groupsAndTheirBestAreWhatAScanOfAllNodesFinds() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      var partition = new NodePartition((first, second) -> first > second);
      var groupOf = new TreeMap<Integer, Long>();
      var totalOf = new TreeMap<Integer, Long>();
      int nodes = random.nextInt(1, 200);
      int groups = random.nextInt(1, 5);
      // Few different totals, so that ties are frequent.
      int totals = random.nextInt(1, 12);
      for (int step = 0; step < 1_000; step++) {
        int node = random.nextInt(nodes);
        partition.remove(node);
        groupOf.remove(node);
        if (random.nextInt(4) > 0) {
          long group = random.nextLong(groups);
          long total = random.nextLong(totals);
          groupOf.put(node, group);
          totalOf.put(node, total);
          partition.put(node, described(group), total);
        }
        assertThat(read(partition)).isEqualTo(scan(groupOf, totalOf));
      }
      groupOf.keySet().forEach(node -> assertThat(partition.of(node)).isNotNull());
      partition.clear();
      assertThat(partition.groups()).isEmpty();
      assertThat(partition.of(0)).isNull();
    }
  }

  private NodeDescription described(long group) {
    description.begin(NodeInfo.named("any", new ResourceDictionary()), 0);
    description.number(group);
    return description;
  }

  /** The size of each group by its best node. */
  private static Map<Integer, Integer> read(NodePartition partition) {
    var sizes = new HashMap<Integer, Integer>();
    for (int i = 0; i < partition.groups().size(); i++) {
      Group group = partition.groups().get(i);
      assertThat(group.place()).isEqualTo(i);
      assertThat(partition.of(group.best())).isSameAs(group);
      sizes.put(group.best(), group.size());
    }
    return sizes;
  }

  private static Map<Integer, Integer> scan(
      Map<Integer, Long> groupOf, Map<Integer, Long> totalOf) {
    var best = new HashMap<Long, Integer>();
    var sizes = new HashMap<Long, Integer>();
    groupOf.forEach((node, group) -> {
      sizes.merge(group, 1, Integer::sum);
      // Nodes come in ascending order, and of equals the later one wins.
      best.merge(
          group,
          node,
          (one, other) ->
              requireNonNull(totalOf.get(other)) >= requireNonNull(totalOf.get(one)) ? other : one);
    });
    var found = new HashMap<Integer, Integer>();
    best.forEach((group, node) -> found.put(node, sizes.get(group)));
    return found;
  }
}
