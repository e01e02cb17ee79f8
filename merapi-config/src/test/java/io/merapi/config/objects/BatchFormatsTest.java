package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.NodeShard;
import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.Queue;
import io.merapi.api.batch.QueueState;
import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ConfigMap;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.topology.HyperNode;
import io.merapi.api.topology.Numatopology;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BatchFormatsTest {

  @Test
  void readsAPodGroup() {
    var group = sample(ObjectKind.POD_GROUP, PodGroup.class);

    assertThat(group)
        .isEqualTo(
            new PodGroup(
                group.meta(),
                3,
                Map.of("ps", 1, "worker", 2),
                "research",
                "high",
                new ResourceList(
                    Map.of("cpu", Quantity.parse("6"), "nvidia.com/gpu", Quantity.parse("3"))),
                new NetworkTopology(NetworkTopology.Mode.HARD, 2, "hall"),
                List.of(
                    new SubGroupPolicy(
                        "workers",
                        new LabelSelector(Labels.of("role", "worker"), List.of()),
                        List.of("volcano.sh/partition-id"),
                        2,
                        0,
                        new NetworkTopology(NetworkTopology.Mode.SOFT, 1, ""))),
                new PodGroup.Status(
                    PodGroupPhase.INQUEUE,
                    List.of(
                        new PodGroup.Condition(
                            "Unschedulable",
                            "True",
                            "t-1",
                            Instant.parse("2030-01-01T00:00:01Z"),
                            "NotEnoughResources",
                            "3/3 tasks in gang unschedulable")),
                    2,
                    4,
                    1)));
  }

  @Test
  void resourcesThatAreEmptyDifferFromNone() {
    var empty = group("{\"spec\":{\"minResources\":{}}}");

    assertThat(empty.minResources()).isEqualTo(ResourceList.EMPTY);
    assertThat(group(KindFormats.write(empty))).isEqualTo(empty);
    assertThat(group("{\"spec\":{\"minResources\":null}}").minResources()).isNull();
  }

  @Test
  void aNetworkTopologyWithoutAModeIsNeitherHardNorSoft() {
    var group = group("{\"spec\":{\"networkTopology\":{}}}");

    assertThat(group.networkTopology())
        .isEqualTo(new NetworkTopology(NetworkTopology.Mode.UNSET, null, ""));
    assertThat(group(KindFormats.write(group))).isEqualTo(group);
  }

  @Test
  void readsAQueue() {
    var queue = sample(ObjectKind.QUEUE, Queue.class);

    assertThat(queue)
        .isEqualTo(
            new Queue(
                queue.meta(),
                3,
                cpu("16"),
                cpu("4"),
                cpu("8"),
                false,
                "root",
                5,
                new Queue.Affinity(
                    new Queue.NodeGroups(List.of("g1"), List.of("g2")),
                    new Queue.NodeGroups(List.of("g3"), List.of("g4"))),
                "batch",
                "fifo",
                QueueState.CLOSING,
                cpu("2")));
  }

  @Test
  void aQueueMayBeReclaimedUnlessItSaysNo() {
    assertThat(queue("{}").mayBeReclaimed()).isTrue();
    assertThat(queue("{\"spec\":{\"reclaimable\":true}}").mayBeReclaimed()).isTrue();
    assertThat(queue("{\"spec\":{\"reclaimable\":false}}").mayBeReclaimed()).isFalse();
  }

  @Test
  void aQueueWithAnEmptyAffinityDiffersFromOneWithout() {
    var empty = queue("{\"spec\":{\"affinity\":{}}}");

    assertThat(empty.affinity())
        .isEqualTo(new Queue.Affinity(Queue.NodeGroups.NONE, Queue.NodeGroups.NONE));
    assertThat(queue(KindFormats.write(empty))).isEqualTo(empty);
    assertThat(queue("{}").affinity()).isNull();
  }

  @Test
  void readsAHyperNode() {
    var hyperNode = sample(ObjectKind.HYPER_NODE, HyperNode.class);

    assertThat(hyperNode)
        .isEqualTo(
            new HyperNode(
                hyperNode.meta(),
                2,
                "hall",
                List.of(
                    new HyperNode.Member(HyperNode.MemberType.HYPER_NODE, "rack-1", null, null),
                    new HyperNode.Member(HyperNode.MemberType.NODE, null, "^n[01]$", null),
                    new HyperNode.Member(
                        HyperNode.MemberType.NODE,
                        null,
                        null,
                        new LabelSelector(Labels.of("rack", "r2"), List.of())))));
  }

  @Test
  void readsANumatopology() {
    var topology = sample(ObjectKind.NUMATOPOLOGY, Numatopology.class);

    assertThat(topology)
        .isEqualTo(
            new Numatopology(
                topology.meta(),
                Map.of("CPUManagerPolicy", "static", "TopologyManagerPolicy", "restricted"),
                Map.of("cpu", "1"),
                Map.of("cpu", new Numatopology.NumaResource("0-3,8-9", 12)),
                Map.of("0", new Numatopology.Cpu(0, 0, 0), "9", new Numatopology.Cpu(1, 2, 4)),
                List.of(
                    new Numatopology.PodAllocation(
                        "u-5",
                        "p",
                        "web",
                        List.of(
                            new Numatopology.ContainerAllocation(
                                "main", Map.of("cpu", "0,2-4", "memory", "4")))))));
  }

  private static PodGroup group(String json) {
    return (PodGroup) KindFormats.read(ObjectKind.POD_GROUP, json);
  }

  private static Queue queue(String json) {
    return (Queue) KindFormats.read(ObjectKind.QUEUE, json);
  }

  @Test
  void readsAVolcanoJob() {
    var job = sample(ObjectKind.VOLCANO_JOB, VolcanoJob.class);

    assertThat(job.minAvailable()).isEqualTo(3);
    assertThat(job.queue()).isEqualTo("research");
    assertThat(job.policies())
        .containsExactly(new VolcanoJob.Policy(Set.of("PodEvicted", "PodFailed"), "RestartJob"));
    assertThat(job.tasks())
        .singleElement()
        .satisfies(task -> {
          assertThat(task.name()).isEqualTo("worker");
          assertThat(task.replicas()).isEqualTo(4);
          assertThat(task.minAvailable()).isEqualTo(2);
          assertThat(task.labels()).isEqualTo(Labels.of("role", "worker"));
          assertThat(task.annotations()).isEqualTo(Labels.of("team", "vision"));
          assertThat(task.spec().containers()).hasSize(1);
          assertThat(task.partition())
              .isEqualTo(
                  new VolcanoJob.Partition(
                      2, 2, 1, new NetworkTopology(NetworkTopology.Mode.SOFT, 1, "")));
        });
  }

  @Test
  void aSingleEventOfAPolicyCountsLikeAListOfOne() {
    var job =
        (VolcanoJob)
            KindFormats.read(
                ObjectKind.VOLCANO_JOB,
                """
                {"spec": {"policies": [{"event": "PodFailed", "action": "AbortJob"}]}}
                """);

    assertThat(job.policies())
        .containsExactly(new VolcanoJob.Policy(Set.of("PodFailed"), "AbortJob"));
  }

  @Test
  void readsANodeShard() {
    var shard = sample(ObjectKind.NODE_SHARD, NodeShard.class);

    assertThat(shard)
        .isEqualTo(new NodeShard(shard.meta(), List.of("node-1", "node-2"), List.of("node-1")));
  }

  @Test
  void readsAConfigMap() {
    var map = sample(ObjectKind.CONFIG_MAP, ConfigMap.class);

    assertThat(map.key()).isEqualTo("kube-system/volcano-vgpu-device-config");
    assertThat(map.data()).hasToString("{device-config.yaml=nvidia: {}, note=none}");
  }

  private static <T> T sample(ObjectKind kind, Class<T> type) {
    return type.cast(KindFormats.read(kind, KindSamples.json(kind)));
  }

  private static ResourceList cpu(String amount) {
    return new ResourceList(Map.of("cpu", Quantity.parse(amount)));
  }
}
