package io.merapi.sim.cluster;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.Node;
import io.merapi.api.node.Node.Condition;
import io.merapi.api.node.Node.Taint;
import io.merapi.api.pod.Pod;
import io.merapi.api.simulation.NodePool.Failures;
import io.merapi.config.objects.SimulatedDuration;
import io.merapi.sim.time.VirtualTime;
import io.merapi.sim.workload.Chance;
import io.merapi.sim.workload.SimulationKeys;
import io.merapi.sim.workload.Spell;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Lets nodes fail and come back, be drained and leave, as their annotations and pools say.
 *
 * <p>A node that fails is found out after the grace period of the node controller, which then
 * taints it; its pods are deleted when the time is over for which pods tolerate that taint by
 * default. A drain evicts pods as their budgets allow, and tries again until none is left.
 */
final class NodeLife {

  private static final Duration FOUND_OUT = Duration.ofSeconds(40);
  private static final Duration TOLERATED = Duration.ofMinutes(5);

  /** How long {@code kubectl drain} waits before it asks again for a pod that was refused. */
  private static final Duration DRAIN_RETRY = Duration.ofSeconds(5);

  /** A drain that was refused for so long keeps no simulation going. */
  private static final Duration DRAIN_PATIENCE = Duration.ofMinutes(10);

  private static final String UNREACHABLE = "node.kubernetes.io/unreachable";
  private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

  private final VirtualTime time;
  private final SimulatedCluster cluster;
  private final ObjectStore store;
  private final Kubelets kubelets;
  private final PodsOnNodes pods;
  private final Instant start;
  private final Map<String, Failures> failures;
  private final long seed;
  private final Set<String> known = new HashSet<>();

  /** The number of the outage that a node is in; what belongs to an earlier one is void. */
  private final Map<String, Integer> outages = new HashMap<>();

  NodeLife(
      VirtualTime time,
      SimulatedCluster cluster,
      Kubelets kubelets,
      Map<String, Failures> failures,
      long seed) {
    this.time = time;
    this.cluster = cluster;
    this.store = cluster.store();
    this.kubelets = kubelets;
    this.pods = new PodsOnNodes(store);
    this.start = time.instant();
    this.failures = failures;
    this.seed = seed;
    store.watch(this::see);
  }

  private void see(ObjectEvent event) {
    switch (event) {
      case ObjectEvent.Applied(Node node) when known.add(node.name()) -> plan(node);
      case ObjectEvent.Deleted(Node node) -> known.remove(node.name());
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  private void plan(Node node) {
    String name = node.name();
    Labels annotations = node.meta().annotations();
    for (Spell outage : spells(annotations, SimulationKeys.OUTAGES)) {
      at(outage.from(), () -> fail(name, outage.length()));
    }
    for (Spell drain : spells(annotations, SimulationKeys.DRAINS)) {
      at(drain.from(), () -> drain(name, drain.length()));
    }
    String departure = annotations.get(SimulationKeys.DEPARTURE);
    Duration leaves = departure == null ? null : SimulatedDuration.parse(departure);
    if (leaves != null) {
      at(leaves, () -> leave(name));
    }
    Failures byChance =
        failures.get(node.meta().labels().getOrDefault(SimulationKeys.NODE_POOL, ""));
    if (byChance != null) {
      failByChance(name, byChance, Chance.of(seed, "node " + name));
    }
  }

  private void at(Duration sinceStart, Runnable work) {
    time.at(start.plus(sinceStart), work);
  }

  private static List<Spell> spells(Labels annotations, String key) {
    List<Spell> spells = Spell.parse(annotations.getOrDefault(key, ""));
    return spells == null ? List.of() : spells;
  }

  private void failByChance(String name, Failures byChance, RandomGenerator random) {
    Duration works = Chance.duration(byChance.between(), random);
    Duration repair = Chance.duration(byChance.repair(), random);
    time.inPassing(
        works,
        () -> {
          if (known.contains(name)) {
            fail(name, repair);
            time.after(repair, () -> failByChance(name, byChance, random));
          }
        });
  }

  private void fail(String name, @Nullable Duration length) {
    if (node(name) == null || !kubelets.works(name)) {
      return;
    }
    kubelets.stop(name);
    Instant failed = time.instant();
    int outage = outages.merge(name, 1, Integer::sum);
    time.after(FOUND_OUT, () -> ifStillIn(outage, name, () -> unreachable(name)));
    time.after(
        FOUND_OUT.plus(TOLERATED),
        () -> ifStillIn(outage, name, () -> lose(name, "node failure", failed)));
    if (length != null) {
      time.after(length, () -> ifStillIn(outage, name, () -> recover(name)));
    }
  }

  private void ifStillIn(int outage, String name, Runnable work) {
    if (outages.getOrDefault(name, 0) == outage && !kubelets.works(name)) {
      work.run();
    }
  }

  private void unreachable(String name) {
    change(
        name,
        node ->
            changed(
                node,
                tainted(
                    node,
                    new Taint(UNREACHABLE, "", "NoSchedule"),
                    new Taint(UNREACHABLE, "", "NoExecute")),
                node.unschedulable(),
                "Unknown"));
  }

  private void recover(String name) {
    change(name, node -> changed(node, untainted(node, UNREACHABLE), node.unschedulable(), "True"));
    kubelets.resume(name, pods.on(name));
  }

  private void drain(String name, @Nullable Duration length) {
    change(
        name,
        node ->
            changed(node, tainted(node, new Taint(UNSCHEDULABLE, "", "NoSchedule")), true, null));
    empty(name, time.instant());
    if (length != null) {
      time.after(
          length,
          () -> change(name, node -> changed(node, untainted(node, UNSCHEDULABLE), false, null)));
    }
  }

  /**
   * Evicts what is on a node while it is cordoned.
   *
   * @param helped when that last was of any use
   */
  private void empty(String name, Instant helped) {
    Node node = node(name);
    if (node == null || !node.unschedulable()) {
      return;
    }
    int evicted = 0;
    int refused = 0;
    for (Pod pod : pods.on(name)) {
      if (pod.meta().deletionTimestamp() == null) {
        boolean goes = cluster.askToEvict(pod, "drain");
        evicted += goes ? 1 : 0;
        refused += goes ? 0 : 1;
      }
    }
    Instant now = time.instant();
    Instant lately = evicted > 0 ? now : helped;
    if (refused > 0 && now.isBefore(lately.plus(DRAIN_PATIENCE))) {
      time.after(DRAIN_RETRY, () -> empty(name, lately));
    } else if (refused > 0) {
      time.inPassing(DRAIN_RETRY, () -> empty(name, lately));
    }
  }

  private void leave(String name) {
    store.delete(ObjectKind.NODE, name);
    lose(name, "node removal", time.instant());
  }

  /** Deletes the pods of a node that nobody can ask to end them. */
  private void lose(String name, String reason, Instant since) {
    pods.on(name).forEach(pod -> cluster.lose(pod, reason, since));
  }

  private @Nullable Node node(String name) {
    return store.find(Node.class, ObjectKind.NODE, name);
  }

  private void change(String name, UnaryOperator<Node> change) {
    Node node = node(name);
    if (node != null) {
      store.apply(change.apply(node));
    }
  }

  private static List<Taint> tainted(Node node, Taint... more) {
    var taints = new ArrayList<>(untainted(node, more[0].key()));
    taints.addAll(List.of(more));
    return taints;
  }

  private static List<Taint> untainted(Node node, String key) {
    return node.taints().stream().filter(taint -> !taint.key().equals(key)).toList();
  }

  private static Node changed(
      Node node, List<Taint> taints, boolean unschedulable, @Nullable String ready) {
    var conditions = new ArrayList<>(node.conditions());
    if (ready != null) {
      conditions.removeIf(condition -> condition.type().equals("Ready"));
      conditions.add(new Condition("Ready", ready));
    }
    return new Node(
        node.meta(),
        unschedulable,
        node.providerId(),
        taints,
        node.allocatable(),
        node.capacity(),
        node.images(),
        conditions,
        node.declaredFeatures());
  }
}
