package io.merapi.batch.cycle;

import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.HyperNodeBuilder.hyperNode;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.NodeShard;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.workload.PriorityClass;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.PodGroupBuilder;
import io.merapi.testkit.VolumeBuilder;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Things that happen to a small cluster, whether or not they make sense together: objects of a few
 * names come, change in every respect that sessions look at, and go.
 */
final class RandomEvents {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private static final List<PodGroupPhase> PHASES = List.of(PodGroupPhase.values());

  private final SplittableRandom random;
  private final boolean devices;
  private int version;

  RandomEvents(SplittableRandom random) {
    this(random, false);
  }

  /**
   * @param devices whether nodes have virtual GPUs, and pods ask for them
   */
  RandomEvents(SplittableRandom random, boolean devices) {
    this.random = random;
    this.devices = devices;
  }

  /** What a cluster begins with. */
  List<ObjectEvent> first() {
    return List.of(
        applied(new PriorityClass(ObjectMeta.named("", "high"), 10, false, "")),
        applied(queue("default").created(START).build()),
        applied(queue("other").created(START.plusSeconds(1)).weight(3).build()));
  }

  ObjectEvent next() {
    version++;
    ClusterObject object =
        switch (random.nextInt(40)) {
          case 0 -> new PriorityClass(ObjectMeta.named("", "high"), random.nextInt(20), false, "");
          case 1, 2 -> aQueue();
          case 3 -> aHyperNode();
          case 4 -> aShard();
          case 5 ->
              new CsiNode(
                  ObjectMeta.named("", any("n", 5)),
                  List.of(new CsiNode.Driver("csi", "", List.of(), random.nextInt(3))));
          case 6 -> claim(any("c", 3)).boundTo(any("v", 2)).build();
          case 7 -> VolumeBuilder.volume(any("v", 2)).csi("csi", "h").build();
          case 8, 9, 10, 11 -> aNode();
          case 12, 13, 14, 15, 16, 17, 18 -> aGroup();
          default -> aPod();
        };
    return random.nextInt(6) == 0 ? new ObjectEvent.Deleted(object) : applied(object);
  }

  private static ObjectEvent applied(ClusterObject object) {
    return new ObjectEvent.Applied(object);
  }

  private String any(String prefix, int count) {
    return prefix + random.nextInt(count);
  }

  /** One chance in so many. */
  private boolean chance(int of) {
    return random.nextInt(of) == 0;
  }

  /** Few of these, for whoever is made or unmade by one is many. */
  private ClusterObject aQueue() {
    return queue(chance(4) ? "rare" : chance(2) ? "default" : "other")
        .created(START.plusSeconds(random.nextInt(3)))
        .weight(1 + random.nextInt(3))
        .allocated("cpu", Integer.toString(random.nextInt(9)))
        .build();
  }

  private ClusterObject aHyperNode() {
    return chance(2)
        ? hyperNode("h0").tier(1).nodes(any("n", 5), any("n", 5)).build()
        : hyperNode("h1").tier(2).hyperNodes("h0").nodesLike(any("n", 5)).build();
  }

  private ClusterObject aShard() {
    return new NodeShard(
        ObjectMeta.named("", chance(2) ? "volcano" : "another"),
        List.of(any("n", 5), any("n", 5)),
        List.of(any("n", 5)));
  }

  private ClusterObject aNode() {
    NodeBuilder node =
        node(any("n", 5))
            .resourceVersion(Integer.toString(version))
            .allocatable("cpu", Integer.toString(4 + random.nextInt(3)))
            .allocatable("memory", "16Gi")
            .allocatable("pods", "10")
            .label("zone", any("z", 2));
    if (chance(3)) {
      node.allocatable("example.com/gpu", "2");
    }
    if (chance(8)) {
      node.annotation("volcano.sh/oversubscription-cpu", "1500.5");
    }
    if (devices && !chance(4)) {
      var register = new StringBuilder();
      for (int card = 0; card <= random.nextInt(3); card++) {
        register.append("card").append(card).append(",4,16000,NVIDIA-V100,true,hami-core:");
      }
      node.allocatable(DeviceKeys.VGPU_NUMBER, "8")
          .allocatable(DeviceKeys.VGPU_MEMORY, "32000")
          .allocatable(DeviceKeys.VGPU_CORES, "200")
          .annotation(DeviceKeys.NODE_VGPU_REGISTER, register.toString());
    }
    return (chance(8) ? node.unschedulable() : node).build();
  }

  private ClusterObject aGroup() {
    PodGroupBuilder group =
        podGroup(any("g", 6))
            .queue(chance(8) ? "rare" : chance(2) ? "default" : "other")
            .minMember(random.nextInt(4))
            .phase(PHASES.get(random.nextInt(PHASES.size())))
            .created(START.plusSeconds(random.nextInt(3)));
    if (chance(2)) {
      group.priorityClass("high");
    }
    if (chance(3)) {
      group.minTaskMember("worker", 1);
    }
    if (chance(3)) {
      group.minResource("cpu", Integer.toString(random.nextInt(5)));
    }
    if (chance(4)) {
      group.networkTopology(
          new NetworkTopology(
              chance(2) ? NetworkTopology.Mode.HARD : NetworkTopology.Mode.SOFT,
              1 + random.nextInt(2),
              ""));
    }
    if (chance(5)) {
      group.subGroups(new SubGroupPolicy("part", null, List.of("part"), 1, 1, null));
    }
    return group.build();
  }

  private ClusterObject aPod() {
    String name = any("p", 20);
    PodBuilder pod =
        pod(name)
            .uid("uid-" + name)
            .resourceVersion(Integer.toString(version))
            .created(START.plusSeconds(random.nextInt(5)))
            .schedulerName(chance(8) ? "default-scheduler" : "volcano")
            .label("part", any("", 2))
            .label("team", any("", 2))
            .phase(PodPhase.PENDING);
    if (!chance(8)) {
      pod.group(any("g", 6));
    }
    if (!chance(6)) {
      pod.request("cpu", Integer.toString(1 + random.nextInt(2)));
    }
    if (chance(4)) {
      pod.request("example.com/gpu", "1");
    }
    if (chance(3)) {
      pod.annotation("volcano.sh/task-spec", "worker");
    }
    if (devices && !chance(3)) {
      askForCards(pod);
    }
    if (chance(6)) {
      pod.claim(any("c", 3));
    }
    if (chance(8)) {
      pod.awayFrom("part", "0");
    }
    if (chance(8)) {
      pod.nominatedTo(any("n", 5));
    }
    if (chance(10)) {
      pod.terminating();
    }
    if (chance(2)) {
      PodPhase[] phases = {
        PodPhase.PENDING, PodPhase.RUNNING, PodPhase.RUNNING, PodPhase.SUCCEEDED, PodPhase.FAILED
      };
      pod.on(any("n", 5)).phase(phases[random.nextInt(phases.length)]);
    }
    return pod.build();
  }

  private void askForCards(PodBuilder pod) {
    int memory = 4000 * (1 + random.nextInt(3));
    pod.requestExactly(DeviceKeys.VGPU_NUMBER, "1")
        .requestExactly(DeviceKeys.VGPU_MEMORY, Integer.toString(memory));
    if (chance(6)) {
      pod.annotation(DeviceKeys.VGPU_POD_GROUP_POLICY, "spread");
    }
    if (chance(3)) {
      pod.annotation(
          DeviceKeys.VGPU_IDS, "card%d,NVIDIA,%d,0:".formatted(random.nextInt(3), memory));
    }
  }
}
