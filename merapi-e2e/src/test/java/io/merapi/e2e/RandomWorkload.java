package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsWith;

import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodAffinityTerm;
import io.merapi.api.pod.TopologySpreadConstraint;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.SpreadBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random nodes and pods that an API server accepts, all from one seed.
 *
 * <p>There are few nodes and few values, so that pods compete, meet each other's terms, and some
 * fit nowhere, for one or for several reasons.
 */
final class RandomWorkload {

  static final String HOST = "kubernetes.io/hostname";
  static final String ZONE = "topology.kubernetes.io/zone";

  private static final List<String> APPS = List.of("web", "store", "batch");

  private final SplittableRandom random;
  private final String prefix;

  RandomWorkload(long seed) {
    this.random = new SplittableRandom(seed);
    this.prefix = "cluster-%d-".formatted(seed);
  }

  List<Node> nodes() {
    var nodes = new ArrayList<Node>();
    for (int i = 0, count = random.nextInt(4, 10); i < count; i++) {
      nodes.add(randomNode(prefix + "node-" + i));
    }
    return nodes;
  }

  private Node randomNode(String name) {
    NodeBuilder node =
        node(name)
            .label(HOST, name)
            .label("disk", oneOf("ssd", "hdd"))
            .label("generation", "" + random.nextInt(1, 4))
            .allocatable("cpu", "" + random.nextInt(1, 5))
            .allocatable("memory", random.nextInt(2, 9) + "Gi")
            .allocatable("pods", chance(5) ? "2" : "110");
    if (!chance(6)) {
      node.label(ZONE, oneOf("east", "west", "north"));
    }
    if (chance(5)) {
      node.taint("dedicated", "batch", oneOf("NoSchedule", "NoExecute"));
    }
    if (chance(4)) {
      node.taint("busy", "", "PreferNoSchedule");
    }
    if (chance(8)) {
      node.unschedulable();
    }
    if (chance(3)) {
      node.allocatable("example.com/gpu", "2");
    }
    if (chance(3)) {
      node.image(400_000_000, "example.com/app:latest");
    }
    return node.build();
  }

  /** Pods in the order in which they come: the last third is larger and more important. */
  List<Pod> pods(int count) {
    var pods = new ArrayList<Pod>();
    for (int i = 0; i < count; i++) {
      PodBuilder pod = pod(prefix + "pod-" + i).label("app", app());
      if (3 * i < 2 * count) {
        pod.request("cpu", random.nextInt(1, 8) * 200 + "m");
        if (chance(2)) {
          pod.priorityClass("low");
        }
      } else {
        pod.request("cpu", random.nextInt(4, 12) * 200 + "m");
        pod.priorityClass(oneOf("low", "high", "high", "polite"));
      }
      pods.add(completed(pod));
    }
    return pods;
  }

  private Pod completed(PodBuilder pod) {
    pod.request("memory", random.nextInt(1, 8) * 256 + "Mi");
    if (chance(3)) {
      pod.tolerating("dedicated", "Equal", "batch", "");
    }
    if (chance(8)) {
      pod.requestExactly("example.com/gpu", "" + random.nextInt(1, 4));
    }
    if (chance(8)) {
      pod.hostPort(8080);
    }
    if (chance(12)) {
      pod.request("cpu", "64");
    }
    if (chance(5)) {
      pod.claim(oneOf(StandingObjects.CLAIMS));
    }
    if (chance(24)) {
      pod.resourceClaim(StandingObjects.DEVICES);
    }
    nodeWishes(pod);
    podWishes(pod);
    for (String topologyKey : List.of(HOST, ZONE)) {
      if (chance(5)) {
        pod.spread(spread(topologyKey));
      }
    }
    return pod.build();
  }

  private void nodeWishes(PodBuilder pod) {
    switch (random.nextInt(9)) {
      case 0 -> pod.nodeSelector("disk", oneOf("ssd", "hdd"));
      case 1 -> pod.requiringNodes(nodeTerm()).requiringNodes(nodeTerm());
      case 2 -> pod.requiringNodes(nodeTerm());
      case 3 -> pod.preferringNodes(random.nextInt(1, 101), nodeTerm());
      case 4 -> pod.nodeSelector("disk", "tape");
      default -> {}
    }
  }

  private NodeSelectorTerm nodeTerm() {
    SelectorRequirement requirement =
        switch (random.nextInt(4)) {
          case 0 -> new SelectorRequirement("disk", "In", List.of(oneOf("ssd", "hdd")));
          case 1 -> new SelectorRequirement(ZONE, "NotIn", List.of(oneOf("east", "west")));
          case 2 -> new SelectorRequirement("generation", "Gt", List.of(oneOf("1", "2")));
          default -> new SelectorRequirement(ZONE, "Exists", List.of());
        };
    return new NodeSelectorTerm(List.of(requirement), List.of());
  }

  private void podWishes(PodBuilder pod) {
    switch (random.nextInt(9)) {
      case 0 -> pod.near(podTerm());
      case 1, 2 -> pod.awayFrom(podTerm());
      case 3 -> pod.ratherNear(random.nextInt(1, 101), podTerm());
      case 4 -> pod.ratherAwayFrom(random.nextInt(1, 101), podTerm());
      default -> {}
    }
  }

  private PodAffinityTerm podTerm() {
    return podsWith("app", app()).in(oneOf(HOST, ZONE)).build();
  }

  private TopologySpreadConstraint spread(String topologyKey) {
    SpreadBuilder spread = spreadOver(topologyKey).maxSkew(random.nextInt(1, 3)).with("app", app());
    if (chance(2)) {
      return spread.soft().build();
    }
    if (chance(3)) {
      spread.minDomains(random.nextInt(2, 4));
    }
    if (chance(3)) {
      spread.nodeTaintsPolicy("Honor");
    }
    return spread.build();
  }

  private String app() {
    return oneOf(APPS);
  }

  private String oneOf(String... choices) {
    return oneOf(List.of(choices));
  }

  private String oneOf(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }
}
