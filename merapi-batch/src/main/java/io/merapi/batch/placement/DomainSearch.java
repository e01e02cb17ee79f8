package io.merapi.batch.placement;

import static java.util.Objects.requireNonNull;

import io.merapi.api.session.extension.CountedPredicate;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.kube.placement.Unanswered;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One search of {@link IncrementalTaskPlacement}: it finds out what the answer of nodes to a task
 * depends on, and by what can be remembered of them. How many nodes are enough to choose from makes
 * the difference between its kinds.
 */
abstract sealed class DomainSearch implements TaskPlacement.Search
    permits RememberingSearch, SampledSearch {

  final SearchedDomain searched;
  private final NodeFitness fitness;
  private final boolean wholeCluster;

  DomainSearch(SearchedDomain searched) {
    this.searched = searched;
    this.fitness = searched.session().fitness();
    this.wholeCluster = searched.isWholeCluster();
  }

  @Override
  public final Placement place(TaskState task) {
    Fit atAll = fitness.prePredicate(task);
    if (!atAll.isSuccess()) {
      return new Placement.Refused(FitErrors.everywhere(searched.nodes(), atAll));
    }
    RoleRefusals refusals = searched.search().refusals(task);
    CountedClasses classes = searched.countedClasses();
    List<CountedPredicate> before = classes == null ? List.of() : classes.latestCounted();
    List<CountedPredicate> counted = CountedFit.counted(task, fitness, before);
    if (counted == null) {
      return byDefinition(task, refusals);
    }
    CountedClass known = classes == null ? null : classes.of(task, counted);
    if (known != null
        && wholeCluster
        && task.nominatedNodeName().isEmpty()
        && fitness.scoresGoByNodes(task)) {
      return placeByCounts(task, known, counted, refusals);
    }
    if (!counted.isEmpty()) {
      return byDefinition(task, refusals);
    }
    Placement placement = placeByClass(task, refusals);
    if (placement instanceof Placement.OnNode(var node) && task.info().podClass().hasClaims()) {
      fitness.lookAtChosen(task, node);
    }
    return placement;
  }

  private Placement placeByCounts(
      TaskState task,
      CountedClass known,
      List<CountedPredicate> counted,
      @Nullable RoleRefusals refusals) {
    NodeState best;
    try {
      best = bestByCounts(task, known, refusals);
    } catch (Unanswered _) {
      requireNonNull(searched.countedClasses()).giveUp(task, counted);
      return byDefinition(task, refusals);
    }
    if (best != null) {
      return new Placement.OnNode(best);
    }
    if (refusals == null && searched.isTop()) {
      return new Placement.Refused(known.refusal(task));
    }
    return ReferenceTaskPlacement.refused(
        searched.domain(), refusals, node -> searched.reference().fit(task, node));
  }

  /**
   * The best node for a task of a class that goes by counts over the cluster; null for none.
   *
   * @param refusals what nodes have had against the task's role, which this adds to; null for no
   *     role
   * @throws Unanswered if a plugin fails
   */
  abstract @Nullable NodeState bestByCounts(
      TaskState task, CountedClass known, @Nullable RoleRefusals refusals) throws Unanswered;

  /** The node for a task whose class and nodes one by one decide whether it fits. */
  abstract Placement placeByClass(TaskState task, @Nullable RoleRefusals refusals);

  /** The node for a task straight from the definition. */
  Placement byDefinition(TaskState task, @Nullable RoleRefusals refusals) {
    return searched.reference().placeOnNode(task, searched.domain(), searched.search());
  }

  /** What is known of the scores of a class; null where those of the task do not go by nodes. */
  final @Nullable ClassScores scores(TaskState task, KnownClass known) {
    return fitness.scoresGoByNodes(task) ? known.scores() : null;
  }

  /** Says that no node is found for a task of a class of which all nodes were asked. */
  final Placement refused(KnownClass known, @Nullable RoleRefusals refusals) {
    if (wholeCluster && searched.isTop() && (refusals == null || refusals.isEmpty())) {
      return new Placement.Refused(known.refusal());
    }
    return ReferenceTaskPlacement.refused(
        searched.domain(), refusals, node -> known.fit().of(node.index()));
  }

  /** The best of some nodes; null where these are none. */
  final @Nullable Placement placeAmong(TaskState task, @Nullable ClassScores scores, int[] some)
      throws Unanswered {
    return scores == null || some.length == 0
        ? searched.reference().choose(task, some)
        : on(scores.bestOf(some));
  }

  final Placement on(int node) {
    return new Placement.OnNode(searched.session().nodes().get(node));
  }
}
