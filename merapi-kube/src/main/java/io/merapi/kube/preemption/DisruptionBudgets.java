package io.merapi.kube.preemption;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.selector.CompiledSelector;
import io.merapi.api.workload.PodDisruptionBudget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What the disruption budgets of the cluster still allow; read once per attempt or session. */
public final class DisruptionBudgets {

  private final Map<String, List<PodDisruptionBudget>> budgets = new HashMap<>();
  private final Map<String, List<Budget>> compiled = new HashMap<>();

  public DisruptionBudgets(ClusterView cluster) {
    for (ClusterObject object : cluster.objects(ObjectKind.POD_DISRUPTION_BUDGET)) {
      if (object instanceof PodDisruptionBudget budget) {
        budgets.computeIfAbsent(budget.meta().namespace(), _ -> new ArrayList<>()).add(budget);
      }
    }
  }

  /**
   * Sorts pods by whether evicting them, one after the other, goes against a budget; the order of
   * pods is kept.
   */
  public Split split(List<PodInfo> pods) {
    var violating = new ArrayList<PodInfo>();
    var others = new ArrayList<PodInfo>();
    var left = new IdentityHashMap<Budget, Integer>();
    for (PodInfo pod : pods) {
      (violates(pod.pod(), left) ? violating : others).add(pod);
    }
    return new Split(violating, others);
  }

  /** Takes a pod off every budget that covers it, also where the first is used up already. */
  private boolean violates(Pod pod, Map<Budget, Integer> left) {
    Labels labels = pod.meta().labels();
    if (labels.isEmpty()) {
      // Upstream: no budget covers a pod without labels, not even one that asks for their absence.
      return false;
    }
    boolean violated = false;
    for (Budget budget : ofNamespace(pod.meta().namespace())) {
      if (budget.covers(pod)) {
        int rest = left.getOrDefault(budget, budget.fact.disruptionsAllowed()) - 1;
        left.put(budget, rest);
        violated |= rest < 0;
      }
    }
    return violated;
  }

  private List<Budget> ofNamespace(String namespace) {
    return compiled.computeIfAbsent(
        namespace,
        name ->
            budgets.getOrDefault(name, List.of()).stream()
                .map(fact -> new Budget(fact, CompiledSelector.of(fact.selector())))
                .filter(budget -> !budget.selector.isEverything() && !budget.selector.isNothing())
                .toList());
  }

  /** A budget that can cover pods: a selector without conditions, or a broken one, covers none. */
  private record Budget(PodDisruptionBudget fact, CompiledSelector selector) {

    /** Pods that the API server evicts already have been taken off the budget there. */
    boolean covers(Pod pod) {
      return selector.matches(pod.meta().labels())
          && !fact.disruptedPods().containsKey(pod.meta().name());
    }
  }

  /** Pods whose eviction goes against a budget, and the others. */
  public record Split(List<PodInfo> violating, List<PodInfo> others) {}
}
