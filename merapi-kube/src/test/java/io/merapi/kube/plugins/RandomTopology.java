package io.merapi.kube.plugins;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsThat;
import static io.merapi.testkit.TermBuilder.podsWith;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodAffinityTerm;
import io.merapi.api.pod.TopologySpreadConstraint;
import io.merapi.api.workload.Namespace;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.SpreadBuilder;
import io.merapi.testkit.TermBuilder;
import java.util.List;
import java.util.Random;

/** Nodes in zones and racks, and pods that care where the others are, from a seed. */
public final class RandomTopology {

  private static final List<String> KEYS =
      List.of("kubernetes.io/hostname", "topology.kubernetes.io/zone", "rack");
  private static final List<String> NAMESPACES = List.of("default", "default", "other");
  private static final List<String> APPS = List.of("web", "db");

  private final Random random;

  public RandomTopology(long seed) {
    this.random = new Random(seed);
  }

  public static List<Namespace> namespaces() {
    ObjectMeta meta = ObjectMeta.named("", "default").withLabels(Labels.of("team", "red"));
    return List.of(new Namespace(meta), new Namespace(ObjectMeta.named("", "other")));
  }

  /** A node that may be in no zone or rack. */
  public Node randomNode(String name) {
    NodeBuilder node = node(name).label("kubernetes.io/hostname", name);
    if (random.nextInt(5) > 0) {
      node.label("topology.kubernetes.io/zone", "zone-" + random.nextInt(3));
    }
    if (random.nextInt(3) > 0) {
      node.label("rack", "rack-" + random.nextInt(4));
    }
    if (random.nextInt(5) == 0) {
      node.taint("dedicated", "", "NoSchedule");
    }
    return node.build();
  }

  public Pod randomPod(String name) {
    PodBuilder pod =
        pod(name).namespace(oneOf(NAMESPACES)).label("app", oneOf(APPS)).label("name", name);
    for (int i = random.nextInt(4); i > 1; i--) {
      addTerm(pod);
    }
    for (int i = random.nextInt(4); i > 1; i--) {
      pod.spread(randomConstraint());
    }
    if (random.nextInt(6) == 0) {
      pod.tolerating("dedicated");
    }
    if (random.nextInt(6) == 0) {
      pod.nodeSelector("topology.kubernetes.io/zone", "zone-0");
    }
    return pod.build();
  }

  private void addTerm(PodBuilder pod) {
    switch (random.nextInt(4)) {
      case 0 -> pod.near(randomTerm());
      case 1 -> pod.awayFrom(randomTerm());
      case 2 -> pod.ratherNear(random.nextInt(1, 100), randomTerm());
      default -> pod.ratherAwayFrom(random.nextInt(1, 100), randomTerm());
    }
  }

  private PodAffinityTerm randomTerm() {
    TermBuilder term =
        random.nextBoolean() ? podsWith("app", oneOf(APPS)) : podsThat("app", "NotIn", oneOf(APPS));
    switch (random.nextInt(6)) {
      case 0 -> term.namespace("other");
      case 1 -> term.namespacesWith();
      case 2 -> term.namespacesWith("team", "red");
      case 3 -> term.namespacesThat("team", "DoesNotExist");
      default -> {}
    }
    return term.in(oneOf(KEYS)).build();
  }

  private TopologySpreadConstraint randomConstraint() {
    SpreadBuilder constraint =
        spreadOver(oneOf(KEYS)).with("app", oneOf(APPS)).maxSkew(random.nextInt(1, 4));
    if (random.nextInt(3) == 0) {
      constraint.soft();
    }
    if (random.nextInt(3) == 0) {
      constraint.minDomains(random.nextInt(1, 5));
    }
    if (random.nextInt(3) == 0) {
      constraint.nodeAffinityPolicy(random.nextBoolean() ? "Honor" : "Ignore");
    }
    if (random.nextInt(3) == 0) {
      constraint.nodeTaintsPolicy(random.nextBoolean() ? "Honor" : "Ignore");
    }
    return constraint.build();
  }

  private String oneOf(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
