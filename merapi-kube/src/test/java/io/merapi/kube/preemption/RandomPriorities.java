package io.merapi.kube.preemption;

import static io.merapi.kube.preemption.PreemptionWorld.budget;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;

import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Random;

/** A full cluster of pods of all priorities and budgets over them, and a pod that comes to it. */
final class RandomPriorities {

  private static final int NODES = 4;
  private static final String HOST = "kubernetes.io/hostname";
  private static final String ZONE = "topology.kubernetes.io/zone";

  private final Random random;
  private final boolean caresForOthers;

  /**
   * A world from a seed.
   *
   * @param caresForOthers whether pods want to be near others or evenly spread, so that a pod may
   *     fit worse when others go
   */
  RandomPriorities(long seed, boolean caresForOthers) {
    this.random = new Random(seed);
    this.caresForOthers = caresForOthers;
  }

  /** Makes the world; the same each time that it is made from one seed. */
  PreemptionWorld world() {
    var world = new PreemptionWorld();
    for (int i = 0; i < NODES; i++) {
      world.with(randomNode(i));
      for (int j = random.nextInt(1, 7); j > 0; j--) {
        world.with(randomPod("pod-%d-%d".formatted(i, j)).on("node-" + i).build());
      }
    }
    for (String app : List.of("web", "db")) {
      if (random.nextBoolean()) {
        world.with(budget("app", app, random.nextInt(3)));
      }
    }
    if (random.nextInt(3) == 0) {
      world.with(
          pod("nominee")
              .priority(random.nextInt(10))
              .request("cpu", "1")
              .nominatedTo("node-0")
              .build());
    }
    return world;
  }

  private static Node randomNode(int index) {
    return node("node-" + index)
        .label(HOST, "node-" + index)
        .label(ZONE, "zone-" + index % 2)
        .allocatable("cpu", "8")
        .allocatable("pods", "8")
        .build();
  }

  Pod incoming() {
    return randomPod("incoming").priority(random.nextInt(3, 8)).build();
  }

  private PodBuilder randomPod(String name) {
    PodBuilder pod =
        pod(name)
            .uid(name)
            .priority(random.nextInt(8))
            .label("app", random.nextBoolean() ? "web" : "db")
            .request("cpu", random.nextInt(1, 5) + "");
    if (random.nextInt(4) > 0) {
      pod.started(PreemptionWorld.NOW.minusSeconds(random.nextInt(5)));
    }
    switch (random.nextInt(caresForOthers ? 6 : 4)) {
      case 0 -> pod.hostPort(8000 + random.nextInt(2));
      case 1 -> pod.awayFrom("app", random.nextBoolean() ? "web" : "db");
      case 4 -> pod.near("app", random.nextBoolean() ? "web" : "db");
      case 5 -> pod.spreadOverZones("app", random.nextBoolean() ? "web" : "db");
      default -> {}
    }
    return pod;
  }
}
