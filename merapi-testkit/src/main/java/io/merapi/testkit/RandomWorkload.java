package io.merapi.testkit;

import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsWith;

import io.merapi.api.device.DeviceClass;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.Volume;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.workload.Namespace;
import io.merapi.api.workload.ReplicaSet;
import io.merapi.api.workload.Service;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Nodes, and pods of a few shapes that every plugin has something to say about, from a seed.
 *
 * <p>Pods of one shape are of one class, so that what was found for one is used for the next.
 */
public final class RandomWorkload {

  private static final int SHAPES = 24;

  static final String ZONE = "topology.kubernetes.io/zone";
  static final String HOST = "kubernetes.io/hostname";
  private static final String GPU = "example.com/gpu";

  private final long seed;
  private final RandomGenerator random;
  private final boolean social;

  /**
   * Nodes and pods of one cluster.
   *
   * @param seed of the shapes that pods have
   * @param random draws everything else
   */
  public RandomWorkload(long seed, RandomGenerator random) {
    this(seed, random, false);
  }

  /**
   * Nodes and pods of one cluster.
   *
   * @param seed of the shapes that pods have
   * @param random draws everything else
   * @param social whether all that pods wish for is about the pods around them
   */
  public RandomWorkload(long seed, RandomGenerator random, boolean social) {
    this.seed = seed;
    this.random = random;
    this.social = social;
  }

  public boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  public int below(int bound) {
    return random.nextInt(bound);
  }

  public Node node(String name) {
    NodeBuilder node =
        NodeBuilder.node(name)
            .label(HOST, social && oneIn(8) ? "host" : name)
            .allocatable("cpu", "" + random.nextInt(1, 4) * 2)
            .allocatable("memory", random.nextInt(1, 4) * 4 + "Gi")
            .allocatable("pods", "" + random.nextInt(4, 12));
    if (!oneIn(5)) {
      node.label(ZONE, social && oneIn(8) ? "" : "zone-" + random.nextInt(3));
    }
    if (social && !oneIn(8)) {
      node.label(SocialWishes.RACK, oneIn(8) ? "" : "rack-" + random.nextInt(24));
    }
    if (oneIn(2)) {
      node.label("disk", oneIn(2) ? "ssd" : "hdd");
    }
    if (oneIn(social ? 3 : 6)) {
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
      node.allocatable(GPU, "4");
    }
    for (int image = 0; image < 3; image++) {
      if (oneIn(3)) {
        node.image(random.nextInt(20, 900) * 1_000_000L, "example.com/image-" + image + ":latest");
      }
    }
    return node.build();
  }

  /** The node with one thing about it as if it had been made anew. */
  public Node changed(Node node) {
    Node other = node(node.name());
    int change = below(5);
    return new Node(
        change == 0 ? other.meta() : node.meta(),
        change == 1 ? !node.unschedulable() : node.unschedulable(),
        node.providerId(),
        change == 2 ? other.taints() : node.taints(),
        change == 3 ? other.allocatable() : node.allocatable(),
        node.capacity(),
        change == 4 ? other.images() : node.images(),
        node.conditions(),
        node.declaredFeatures());
  }

  /** A pod of one of the shapes. */
  public PodBuilder pod(String name) {
    int shape = random.nextInt(SHAPES);
    var traits = new Random(seed * SHAPES + shape);
    PodBuilder pod = sized(name, traits).priority(traits.nextInt(3));
    if (social) {
      SocialWishes.add(pod.namespace(traits.nextInt(3) > 0 ? "default" : "other"), traits);
      return pod;
    }
    // Half of the shapes have wishes of nodes only and a label that no other pod reads, so that
    // what is remembered decides.
    boolean alone = shape % 2 == 0;
    pod.namespace(traits.nextBoolean() ? "default" : "other");
    pod.label("app", alone ? "alone" : "app-" + traits.nextInt(3));
    for (int i = traits.nextInt(3); i > 0; i--) {
      addWish(pod, alone ? 8 + traits.nextInt(9) : traits.nextInt(19), traits);
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
    TermBuilder others = podsWith("app", app).in(topology);
    switch (wish) {
      case 0 -> pod.near(podsWith("app", app).in(ZONE).build());
      case 1 -> pod.awayFrom(others.build());
      case 2 -> pod.ratherNear(1 + traits.nextInt(99), others.build());
      case 3 -> pod.ratherAwayFrom(10, others.build());
      case 4 -> pod.spread(spreadOver(ZONE).with("app", app).maxSkew(2).build());
      case 5 -> pod.spread(spreadOver(topology).with("app", app).soft().build());
      case 6 -> pod.awayFrom(others.namespacesWith("team", "red").build());
      case 7 -> pod.ratherNear(50, others.namespacesWith("team", "red").build());
      case 8, 9 -> pod.tolerating("dedicated");
      case 10 -> pod.tolerating("soft-" + traits.nextInt(3));
      case 11 -> pod.hostPort(8000 + traits.nextInt(2));
      case 12 -> pod.nodeSelector("disk", "ssd");
      // The nodes that meet both are few and full first: then the greatest score changes.
      case 13, 14 ->
          pod.preferringNodes(1 + traits.nextInt(99), nodesWith("disk", "ssd"))
              .preferringNodes(1 + traits.nextInt(99), nodesWith(ZONE, "zone-0"));
      case 15 ->
          pod.volume(new Volume.Iscsi("", "disk-" + traits.nextInt(2), 0, traits.nextBoolean()));
      case 16 -> pod.request(GPU, "1");
      case 17 -> pod.requiringNodes(named("node-" + traits.nextInt(10)));
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
  public Service service() {
    String app = "app-" + random.nextInt(3);
    return new Service(ObjectMeta.named("default", app), Labels.of("app", app));
  }

  /** A controller that some pods say they belong to. */
  public ReplicaSet replicaSet() {
    String app = SocialWishes.app(random);
    Labels labels = Labels.of("app", app, "version", oneIn(2) ? "0" : "1");
    return new ReplicaSet(ObjectMeta.named("default", app), new LabelSelector(labels, List.of()));
  }

  /** A namespace of pods, of one team or another. */
  public Namespace namespace() {
    ObjectMeta meta = ObjectMeta.named("", oneIn(2) ? "default" : "other");
    return new Namespace(meta.withLabels(Labels.of("team", oneIn(2) ? "red" : "blue")));
  }

  /** Devices that serve what some pods ask for like any other resource. */
  public DeviceClass devices() {
    return new DeviceClass(ObjectMeta.named("", "gpu"), List.of(), GPU);
  }

  /** A pod for which room was made on a node. */
  public Pod nominated(String name, String node) {
    return pod(name).nominatedTo(node).build();
  }

  /** A pod that nobody may take room from, and that needs much of it. */
  public Pod claimant(String name, String node) {
    return PodBuilder.pod(name)
        .uid(name)
        .priority(9)
        .request("cpu", random.nextInt(1, 6) + "")
        .hostPort(8000 + random.nextInt(2))
        .nominatedTo(node)
        .build();
  }
}
