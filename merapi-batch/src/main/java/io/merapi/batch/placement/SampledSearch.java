package io.merapi.batch.placement;

import static java.util.Objects.requireNonNull;

import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.CountedPredicate;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.placement.BestNodeTree;
import io.merapi.kube.placement.Unanswered;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One search of {@link IncrementalTaskPlacement} that stops when enough nodes are found: it takes
 * the sample that the definition would, but reads what is remembered of the class where the
 * definition asks.
 */
final class SampledSearch implements TaskPlacement.Search {

  private final SchedulingSession session;
  private final NodeFitness fitness;
  private final HyperNodeInfo domain;
  private final List<? extends SessionNode> nodes;
  private final NodeSearch search;
  private final PlacementRules rules;
  private final KnownClasses classes;
  private final @Nullable CountedClasses countedClasses;
  private final ReferenceTaskPlacement reference;
  private final boolean wholeCluster;
  private final int enough;
  private final NodeSample sample;

  SampledSearch(
      SchedulingSession session,
      HyperNodeInfo domain,
      NodeSearch search,
      PlacementRules rules,
      KnownClasses classes,
      @Nullable CountedClasses countedClasses,
      ReferenceTaskPlacement reference) {
    this.session = session;
    this.fitness = session.fitness();
    this.domain = domain;
    this.nodes = domain.nodes();
    this.search = search;
    this.rules = rules;
    this.classes = classes;
    this.countedClasses = countedClasses;
    this.reference = reference;
    this.wholeCluster = nodes.size() == session.nodes().size();
    this.enough = search.enough(nodes.size());
    this.sample =
        wholeCluster ? new ClusterSample(nodes.size(), enough) : new WalkedSample(nodes, enough);
  }

  @Override
  public Placement place(TaskState task) {
    Fit atAll = fitness.prePredicate(task);
    if (!atAll.isSuccess()) {
      return new Placement.Refused(FitErrors.everywhere(nodes, atAll));
    }
    List<CountedPredicate> counted = CountedFit.counted(task, fitness);
    if (counted == null || !rules.passedOver(task).isEmpty()) {
      return reference.placeOnNode(task, domain, search);
    }
    CountedClass known = countedClasses == null ? null : countedClasses.of(task, counted);
    if (known != null
        && wholeCluster
        && task.nominatedNodeName().isEmpty()
        && fitness.scoresGoByNodes(task)) {
      return placeByCounts(task, known, counted);
    }
    return counted.isEmpty() ? placeByClass(task) : reference.placeOnNode(task, domain, search);
  }

  private Placement placeByCounts(
      TaskState task, CountedClass known, List<CountedPredicate> counted) {
    RoleRefusals refusals = search.refusals(task);
    NodeState best;
    try {
      best = known.place(task, refusals, search.start() % nodes.size(), enough);
    } catch (Unanswered _) {
      requireNonNull(countedClasses).giveUp(task, counted);
      return reference.placeOnNode(task, domain, search);
    }
    search.looked(known.looked(), nodes.size());
    if (best != null) {
      return new Placement.OnNode(best);
    }
    if (refusals == null && domain.name().equals(HyperNodes.TOP)) {
      return new Placement.Refused(known.refusal(task));
    }
    return ReferenceTaskPlacement.refused(domain, refusals, node -> reference.fit(task, node));
  }

  private Placement placeByClass(TaskState task) {
    KnownClass known = classes.begin(task);
    RoleRefusals refusals = search.refusals(task);
    try {
      Placement nominated = placeNominated(task, known, refusals);
      if (nominated != null) {
        return nominated;
      }
      sample.take(known, classes.asked(), refusals, search.start() % nodes.size());
    } catch (Unanswered _) {
      classes.forget(known);
      return reference.placeOnNode(task, domain, search);
    }
    try {
      Placement placement = place(task, known);
      search.looked(sample.looked(), nodes.size());
      return placement == null ? refused(known, refusals) : placement;
    } catch (Unanswered _) {
      return reference.placeOnNode(task, domain, search);
    }
  }

  /** The node where room was made for a task, if it fits; null otherwise. */
  private @Nullable Placement placeNominated(
      TaskState task, KnownClass known, @Nullable RoleRefusals refusals) throws Unanswered {
    NodeState node =
        rules.asksNominatedFirst() ? RememberingSearch.nominated(task, session, nodes) : null;
    if (node == null || !node.fitsFutureIdle(task)) {
      return null;
    }
    known.want(node.index(), classes.asked());
    known.learn(classes.asked());
    search.looked(1, 1);
    Fit before = refusals == null ? null : refusals.of(node.index());
    Fit fit = before == null ? known.fit().of(node.index()) : before;
    if (fit.isSuccess()) {
      return new Placement.OnNode(node);
    }
    if (refusals != null) {
      refusals.keep(node.index(), fit);
    }
    return null;
  }

  private Placement refused(KnownClass known, @Nullable RoleRefusals refusals) {
    if (wholeCluster
        && domain.name().equals(HyperNodes.TOP)
        && (refusals == null || refusals.isEmpty())) {
      return new Placement.Refused(known.refusal());
    }
    return ReferenceTaskPlacement.refused(domain, refusals, node -> known.fit().of(node.index()));
  }

  /** The best node of those with room now, else of those with room later; null for none. */
  private @Nullable Placement place(TaskState task, KnownClass known) throws Unanswered {
    ClassScores scores = fitness.scoresGoByNodes(task) ? known.scores() : null;
    int best = scores == null ? BestNodeTree.NONE : sample.best(scores);
    if (best != BestNodeTree.NONE) {
      return new Placement.OnNode(session.nodes().get(best));
    }
    Placement soonest = scores == null ? reference.choose(task, sample.now()) : null;
    if (soonest instanceof Placement.OnNode) {
      return soonest;
    }
    int[] later = sample.later();
    Placement inTheEnd =
        scores == null || later.length == 0
            ? reference.choose(task, later)
            : new Placement.OnNode(session.nodes().get(scores.bestOf(later)));
    return inTheEnd == null ? soonest : inTheEnd;
  }
}
