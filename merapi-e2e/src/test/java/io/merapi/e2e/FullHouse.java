package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.e2e.PodEvents.PodEvent;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pods that fill their nodes to the last place. One that is counted twice, or not at all, leaves a
 * node too full or another pod without a place, and that can be seen from the objects alone.
 */
final class FullHouse {

  /** Whose work it is, and how the pods come: one by one, or as gangs. */
  enum Mode {
    KUBE,
    BATCH
  }

  private static final int PODS_PER_NODE = 10;
  private static final int GANG = 5;

  private final RealCluster cluster;
  private final int nodes;
  private final Set<String> uids;

  private FullHouse(RealCluster cluster, int nodes, Set<String> uids) {
    this.cluster = cluster;
    this.nodes = nodes;
    this.uids = uids;
  }

  static FullHouse create(RealCluster cluster, Stage stage, Mode mode, int nodes)
      throws IOException {
    for (int i = 0; i < nodes; i++) {
      stage.create(
          node("node-" + i).allocatable("cpu", "" + PODS_PER_NODE).allocatable("pods", "110"));
    }
    for (int i = 0; i < nodes * PODS_PER_NODE; i++) {
      PodBuilder pod = pod("pod-" + i).request("cpu", "1");
      if (mode == Mode.BATCH) {
        if (i % GANG == 0) {
          stage.create(podGroup("gang-" + i / GANG).minMember(GANG).queue("default").build());
        }
        pod.schedulerName("volcano").annotation(VolcanoKeys.GROUP_NAME, "gang-" + i / GANG);
      }
      stage.create(pod);
    }
    Set<String> uids =
        cluster.list(ObjectKind.POD).values().stream()
            .map(pod -> pod.meta().uid())
            .collect(Collectors.toSet());
    return new FullHouse(cluster, nodes, uids);
  }

  int pods() {
    return nodes * PODS_PER_NODE;
  }

  /** Nothing is lost, bound twice, or too much for its node. */
  void judge(Bindings bindings) throws IOException {
    Map<String, ClusterObject> pods = cluster.list(ObjectKind.POD);
    assertThat(pods.values()).extracting(pod -> pod.meta().uid()).hasSameElementsAs(uids);
    var perNode = new HashMap<String, Integer>();
    pods.values().forEach(pod -> perNode.merge(((Pod) pod).nodeName(), 1, Integer::sum));
    assertThat(perNode)
        .hasSize(nodes)
        .allSatisfy((_, count) -> assertThat(count).isEqualTo(PODS_PER_NODE));
    assertThat(bindings.nodes).hasSize(pods());
    assertThat(bindings.moved).isEmpty();
    assertThat(PodEvents.all(cluster))
        .filteredOn(event -> event.reason().equals("Scheduled"))
        .extracting(PodEvent::pod)
        .doesNotHaveDuplicates();
  }
}
