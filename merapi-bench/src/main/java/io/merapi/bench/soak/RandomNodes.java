package io.merapi.bench.soak;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.node.Node;
import io.merapi.testkit.RandomWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** The nodes of a trial, which come, change and go. */
final class RandomNodes {

  private final int size;
  private final Consumer<ClusterObject> apply;
  private final Consumer<ClusterObject> delete;
  private final List<Node> nodes = new ArrayList<>();

  /**
   * No nodes yet.
   *
   * @param size how many there are to be; there are twice as many names
   * @param apply has the cluster take in a node
   * @param delete has it forget one
   */
  RandomNodes(int size, Consumer<ClusterObject> apply, Consumer<ClusterObject> delete) {
    this.size = size;
    this.apply = apply;
    this.delete = delete;
  }

  boolean areTooFew() {
    return nodes.size() < size;
  }

  /** The name of a node that may be there. */
  String anyName(SplittableRandom random) {
    return "node-" + random.nextInt(2 * size);
  }

  /** A node of a name that is free; pods may be bound to it from earlier times. */
  String come(SplittableRandom random, RandomWorkload workload) {
    String name = anyName(random);
    if (nodes.stream().anyMatch(node -> node.name().equals(name))) {
      return name + " is there already";
    }
    Node node = workload.node(name);
    nodes.add(node);
    apply.accept(node);
    return name + " comes";
  }

  /** Now and then as many nodes change as there are. */
  String change(SplittableRandom random, RandomWorkload workload) {
    var changed = new ArrayList<String>();
    for (int i = workload.oneIn(4) ? nodes.size() : 1; i > 0 && !nodes.isEmpty(); i--) {
      int place = random.nextInt(nodes.size());
      nodes.set(place, workload.changed(nodes.get(place)));
      apply.accept(nodes.get(place));
      changed.add(nodes.get(place).name());
    }
    return changed + " change";
  }

  /** Now and then half of the nodes go; a node that comes at once takes over an index. */
  String go(SplittableRandom random, RandomWorkload workload) {
    var gone = new ArrayList<String>();
    for (int i = workload.oneIn(6) ? nodes.size() / 2 : 1; i > 0 && !nodes.isEmpty(); i--) {
      Node node = nodes.remove(random.nextInt(nodes.size()));
      delete.accept(node);
      gone.add(node.name());
    }
    return gone + " go" + (workload.oneIn(2) ? ", " + come(random, workload) : "");
  }
}
