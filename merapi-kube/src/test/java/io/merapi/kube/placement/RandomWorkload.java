package io.merapi.kube.placement;

import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsWith;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.workload.Service;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Random;

/**
 * Nodes, and pods of a few shapes that every plugin has something to say about, from a seed.
 *
 * <p>Pods of one shape are of one class, so that what was found for one is used for the next.
 */
final class RandomWorkload {

  static final int SHAPES = 24;

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";

  private final long seed;
  private final Random random;

  RandomWorkload(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
  }

  boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /**
   * A node.
   *
   * @param moody whether plugins may fail on it
   */
  Node node(String name, boolean moody) {
    NodeBuilder node =
        NodeBuilder.node(name)
            .label(HOST, name)
            .allocatable("cpu", "" + random.nextInt(1, 4) * 2)
            .allocatable("memory", random.nextInt(1, 4) * 4 + "Gi")
            .allocatable("pods", "" + random.nextInt(4, 12));
    if (!oneIn(5)) {
      node.label(ZONE, "zone-" + random.nextInt(3));
    }
    if (oneIn(2)) {
      node.label("disk", oneIn(2) ? "ssd" : "hdd");
    }
    if (oneIn(6)) {
      node.taint("dedicated", "", "NoSchedule");
    }
    // Few nodes have the most, so that the greatest count changes when one of them is full.
    for (int i = oneIn(3) ? random.nextInt(6) : 0; i > 0; i--) {
      node.taint("soft-" + i, "", "PreferNoSchedule");
    }
    if (oneIn(12)) {
      node.unschedulable();
    }
    if (oneIn(3)) {
      node.allocatable("example.com/gpu", "4");
    }
    for (int image = 0; image < 3; image++) {
      if (oneIn(3)) {
        node.image(random.nextInt(20, 900) * 1_000_000L, "example.com/image-" + image + ":latest");
      }
    }
    if (moody && oneIn(10)) {
      node.label(Moody.LABEL, Moody.MOODS.get(random.nextInt(Moody.MOODS.size())));
    }
    return node.build();
  }

  /** A pod of one of the shapes. */
  PodBuilder pod(String name) {
    int shape = random.nextInt(SHAPES);
    var traits = new Random(seed * SHAPES + shape);
    PodBuilder pod = sized(name, traits).priority(traits.nextInt(3));
    // Half of the shapes have wishes of nodes only and a label that no other pod reads, so that
    // what is remembered decides.
    boolean alone = shape % 2 == 0;
    pod.label("app", alone ? "alone" : "app-" + traits.nextInt(3));
    for (int i = traits.nextInt(3); i > 0; i--) {
      addWish(pod, alone ? 6 + traits.nextInt(7) : traits.nextInt(16), traits);
    }
    return pod;
  }

  private static PodBuilder sized(String name, Random traits) {
    return PodBuilder.pod(name)
        .uid(name)
        .request("cpu", traits.nextInt(5) * 250 + "m")
        .request("memory", traits.nextInt(4) * 256 + "Mi")
        .image("example.com/image-" + traits.nextInt(4));
  }

  private static void addWish(PodBuilder pod, int wish, Random traits) {
    String app = "app-" + traits.nextInt(3);
    String topology = traits.nextBoolean() ? ZONE : HOST;
    switch (wish) {
      case 0 -> pod.near(podsWith("app", app).in(ZONE).build());
      case 1 -> pod.awayFrom(podsWith("app", app).in(topology).build());
      case 2 -> pod.ratherNear(1 + traits.nextInt(99), podsWith("app", app).in(topology).build());
      case 3 -> pod.ratherAwayFrom(10, podsWith("app", app).in(topology).build());
      case 4 -> pod.spread(spreadOver(ZONE).with("app", app).maxSkew(2).build());
      case 5 -> pod.spread(spreadOver(topology).with("app", app).soft().build());
      case 6, 7 -> pod.tolerating("dedicated");
      case 8 -> pod.tolerating("soft-" + traits.nextInt(3));
      case 9 -> pod.hostPort(8000 + traits.nextInt(2));
      case 10 -> pod.nodeSelector("disk", "ssd");
      // The nodes that meet both are few and full first: then the greatest score changes.
      case 11, 12 ->
          pod.preferringNodes(1 + traits.nextInt(99), nodesWith("disk", "ssd"))
              .preferringNodes(1 + traits.nextInt(99), nodesWith(ZONE, "zone-0"));
      case 13 -> pod.request("example.com/gpu", "1");
      case 14 -> pod.requiringNodes(named("node-" + traits.nextInt(20)));
      default -> pod.request("cpu", "100");
    }
  }

  private static NodeSelectorTerm nodesWith(String label, String value) {
    return new NodeSelectorTerm(
        List.of(new SelectorRequirement(label, "In", List.of(value))), List.of());
  }

  private static NodeSelectorTerm named(String node) {
    return new NodeSelectorTerm(
        List.of(), List.of(new SelectorRequirement("metadata.name", "In", List.of(node))));
  }

  /** A service, which makes default spreading take part. */
  Service service() {
    String app = "app-" + random.nextInt(3);
    return new Service(ObjectMeta.named("default", app), Labels.of("app", app));
  }

  Pod nominated(String name, String node) {
    return pod(name).nominatedTo(node).build();
  }
}
