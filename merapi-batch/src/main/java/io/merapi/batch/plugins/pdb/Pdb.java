package io.merapi.batch.plugins.pdb;

import io.merapi.api.pod.PodInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.ImpartialVotes;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Victims;
import io.merapi.kube.preemption.DisruptionBudgets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Spares pods whose eviction would go against a disruption budget.
 *
 * <p>Every question starts from the budgets as the cluster reports them, whatever was evicted in
 * this session.
 */
public final class Pdb implements ImpartialVotes, Victims {

  public static final String NAME = "pdb";

  private final DisruptionBudgets budgets;

  public Pdb(Session session) {
    this.budgets = new DisruptionBudgets(session.cluster());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  @Override
  public VictimVote mayGo(List<? extends Task> candidates) {
    return VictimVote.of(withinBudgets(candidates));
  }

  @Override
  public VictimDependence mayGoDependence(List<? extends Task> candidates) {
    return VictimDependence.NODE;
  }

  @Override
  public List<? extends Task> victims(List<? extends Task> running) {
    return withinBudgets(running);
  }

  /**
   * The tasks that may go one after the other, in the order given. Kept from upstream: a pod
   * without labels, which no budget can cover, may not go either.
   */
  private List<? extends Task> withinBudgets(List<? extends Task> candidates) {
    List<? extends Task> labelled =
        candidates.stream().filter(task -> !task.pod().meta().labels().isEmpty()).toList();
    Set<PodInfo> mayGo =
        new HashSet<>(budgets.split(labelled.stream().map(Task::info).toList()).others());
    return labelled.stream().filter(task -> mayGo.contains(task.info())).toList();
  }
}
