package io.merapi.kube.preemption;

import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.DryRun.Judgement;
import io.merapi.api.framework.DryRun.Trial;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import java.util.ArrayList;
import java.util.List;

/** Looks on single nodes for pods that must go so that a pod fits; straight from the definition. */
final class VictimSearch implements NodeSearch {

  private static final Judgement NOBODY_TO_EVICT =
      new Judgement(
          Verdict.unresolvable(
              Reason.of("NoPreemptionVictims", "No preemption victims found for incoming pod")),
          "");

  private final PodInfo preemptor;
  private final DryRun dryRun;
  private final DisruptionBudgets budgets;
  private final PodImportance importance;

  VictimSearch(
      PodInfo preemptor, DryRun dryRun, DisruptionBudgets budgets, PodImportance importance) {
    this.preemptor = preemptor;
    this.dryRun = dryRun;
    this.budgets = budgets;
    this.importance = importance;
  }

  PodInfo preemptor() {
    return preemptor;
  }

  DryRun dryRun() {
    return dryRun;
  }

  DisruptionBudgets budgets() {
    return budgets;
  }

  PodImportance importance() {
    return importance;
  }

  /** Whether a pod may evict another. */
  static boolean mayEvict(PodInfo preemptor, PodInfo victim) {
    return PodImportance.priority(victim) < PodImportance.priority(preemptor);
  }

  /** The pods of a node that may go, the most important first. */
  List<PodInfo> mayGo(NodeInfo node) {
    var pods = new ArrayList<PodInfo>();
    for (PodInfo pod : node.pods()) {
      if (mayEvict(preemptor, pod)) {
        pods.add(pod);
      }
    }
    pods.sort(importance);
    return pods;
  }

  /** Takes off a node all pods that may go, and puts back all that need not. */
  @Override
  public NodeTry on(NodeInfo node) {
    List<PodInfo> mayGo = mayGo(node);
    if (mayGo.isEmpty()) {
      return new NodeTry.NoRoom(NOBODY_TO_EVICT);
    }
    try {
      return on(new Attempt(dryRun.on(node)), mayGo);
    } catch (TrialFailedException e) {
      return new NodeTry.NoRoom(new Judgement(e.verdict, ""));
    }
  }

  private NodeTry on(Attempt attempt, List<PodInfo> mayGo) throws TrialFailedException {
    for (PodInfo pod : mayGo) {
      attempt.remove(pod);
    }
    Judgement empty = attempt.trial.filter();
    if (!empty.verdict().isSuccess()) {
      return new NodeTry.NoRoom(empty);
    }
    DisruptionBudgets.Split split = budgets.split(mayGo);
    List<PodInfo> violating = attempt.reprieve(split.violating());
    var victims = new ArrayList<>(violating);
    victims.addAll(attempt.reprieve(split.others()));
    if (victims.isEmpty()) {
      return new NodeTry.NoRoom(
          new Judgement(Verdict.error(noVictims(attempt.trial.node().name())), ""));
    }
    victims.sort(importance);
    return new NodeTry.Room(attempt.trial.node().name(), new Victims(victims, violating.size()));
  }

  /** Upstream's words for a node that is said to need victims and has none. */
  static String noVictims(String nodeName) {
    return "expected at least one victim pod on node \"%s\"".formatted(nodeName);
  }

  /** One trial, ended by the first plugin that cannot follow it. */
  private record Attempt(Trial trial) {

    void remove(PodInfo pod) throws TrialFailedException {
      check(trial.remove(pod));
    }

    /** Puts pods back as long as the pod fits beside them; gives those that cannot stay. */
    List<PodInfo> reprieve(List<PodInfo> pods) throws TrialFailedException {
      var victims = new ArrayList<PodInfo>();
      for (PodInfo pod : pods) {
        check(trial.add(pod));
        if (!trial.filter().verdict().isSuccess()) {
          remove(pod);
          victims.add(pod);
        }
      }
      return victims;
    }

    private static void check(Verdict verdict) throws TrialFailedException {
      if (!verdict.isSuccess()) {
        throw new TrialFailedException(verdict);
      }
    }
  }

  /** A plugin could not take into account that a pod came or went. */
  private static final class TrialFailedException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Verdict verdict;

    TrialFailedException(Verdict verdict) {
      super(null, null, false, false);
      this.verdict = verdict;
    }
  }
}
