package io.merapi.sim.cluster;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.selector.CompiledSelector;
import io.merapi.api.workload.IntOrString;
import io.merapi.api.workload.PodDisruptionBudget;
import io.merapi.sim.time.VirtualTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the status of PodDisruptionBudgets, as the disruption controller does, and asks them before
 * a pod is evicted, as the API server does.
 *
 * <p>A budget goes by the pods that there are: what a controller wants beyond them does not count,
 * because simulated controllers replace a pod in the moment in which it is gone. A budget that
 * states no bound keeps the status that it came with.
 */
final class DisruptionBudgets {

  private static final Pattern PERCENTAGE = Pattern.compile("(\\d{1,7})%");

  private final VirtualTime time;
  private final ObjectStore store;

  /** By namespace and by key of the budget. */
  private final Map<String, Map<String, Covered>> covered = new HashMap<>();

  DisruptionBudgets(VirtualTime time, ObjectStore store) {
    this.time = time;
    this.store = store;
    store.watch(this::see);
  }

  /** The pods that a budget covers. */
  private static final class Covered {
    final PodDisruptionBudget stated;
    final CompiledSelector selector;
    final Set<String> pods = new HashSet<>();
    final Set<String> healthy = new HashSet<>();

    Covered(PodDisruptionBudget stated) {
      this.stated = stated;
      this.selector = CompiledSelector.of(stated.selector());
    }

    boolean covers(Pod pod) {
      return selector.matches(pod.meta().labels());
    }

    boolean isOf(PodDisruptionBudget budget) {
      return Objects.equals(stated.selector(), budget.selector())
          && Objects.equals(stated.minAvailable(), budget.minAvailable())
          && Objects.equals(stated.maxUnavailable(), budget.maxUnavailable());
    }

    /** Counts a pod as it is now; whether that makes a difference. */
    boolean count(Pod pod) {
      boolean runs =
          pod.status().phase() == PodPhase.RUNNING && pod.meta().deletionTimestamp() == null;
      boolean changed = pod.terminated() ? pods.remove(pod.key()) : pods.add(pod.key());
      return (runs ? healthy.add(pod.key()) : healthy.remove(pod.key())) || changed;
    }

    boolean forget(Pod pod) {
      healthy.remove(pod.key());
      return pods.remove(pod.key());
    }

    int allowed() {
      int expected = pods.size();
      IntOrString atLeast = stated.minAvailable();
      IntOrString atMost = stated.maxUnavailable();
      if (atLeast == null && atMost == null) {
        return stated.disruptionsAllowed();
      }
      int needed = atLeast != null ? part(atLeast, expected) : expected - part(atMost, expected);
      return Math.max(0, healthy.size() - Math.max(0, needed));
    }

    /** A number, or a percentage of all, of which a part counts as a whole one. */
    private static int part(@Nullable IntOrString value, int all) {
      return switch (value) {
        case null -> 0;
        case IntOrString.Int(int number) -> number;
        case IntOrString.Text(String text) -> {
          var percentage = PERCENTAGE.matcher(text);
          yield percentage.matches()
              ? Math.ceilDiv(Integer.parseInt(percentage.group(1)) * all, 100)
              : 0;
        }
      };
    }
  }

  private void see(ObjectEvent event) {
    switch (event) {
      case ObjectEvent.Applied(PodDisruptionBudget budget) -> add(budget);
      case ObjectEvent.Deleted(PodDisruptionBudget budget) ->
          of(budget.namespace()).remove(budget.key());
      case ObjectEvent.Applied(Pod pod) ->
          of(pod.namespace())
              .forEach((key, one) -> updateIf(one.covers(pod) && one.count(pod), key));
      case ObjectEvent.Deleted(Pod pod) ->
          of(pod.namespace()).forEach((key, one) -> updateIf(one.forget(pod), key));
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  private Map<String, Covered> of(String namespace) {
    return covered.getOrDefault(namespace, Map.of());
  }

  private void add(PodDisruptionBudget budget) {
    Map<String, Covered> ofNamespace =
        covered.computeIfAbsent(budget.namespace(), _ -> new TreeMap<>());
    Covered known = ofNamespace.get(budget.key());
    if (known != null && known.isOf(budget)) {
      return;
    }
    var one = new Covered(budget);
    for (ClusterObject object : store.all(ObjectKind.POD)) {
      if (object instanceof Pod pod
          && pod.namespace().equals(budget.namespace())
          && one.covers(pod)) {
        one.count(pod);
      }
    }
    ofNamespace.put(budget.key(), one);
    updateIf(true, budget.key());
  }

  private void updateIf(boolean changed, String key) {
    if (changed) {
      time.execute(() -> update(key));
    }
  }

  private void update(String key) {
    PodDisruptionBudget budget =
        store.find(PodDisruptionBudget.class, ObjectKind.POD_DISRUPTION_BUDGET, key);
    Covered one = budget == null ? null : of(budget.namespace()).get(key);
    if (budget != null && one != null && one.allowed() != budget.disruptionsAllowed()) {
      store.apply(budget.withDisruptionsAllowed(one.allowed()));
    }
  }

  /** Asks all budgets that cover a pod whether it may be evicted, and takes it off them if so. */
  boolean allow(Pod pod) {
    if (pod.status().phase() != PodPhase.RUNNING) {
      return true;
    }
    var asked = new ArrayList<PodDisruptionBudget>();
    of(pod.namespace())
        .forEach((key, one) -> {
          PodDisruptionBudget budget =
              store.find(PodDisruptionBudget.class, ObjectKind.POD_DISRUPTION_BUDGET, key);
          if (budget != null && one.covers(pod)) {
            asked.add(budget);
          }
        });
    if (asked.stream().anyMatch(budget -> budget.disruptionsAllowed() <= 0)) {
      return false;
    }
    asked.forEach(
        budget -> store.apply(budget.withDisruptionsAllowed(budget.disruptionsAllowed() - 1)));
    return true;
  }
}
