package io.merapi.batch.placement;

import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
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
  private final ReferenceTaskPlacement reference;

  private final NodeSample sample;

  SampledSearch(
      SchedulingSession session,
      HyperNodeInfo domain,
      NodeSearch search,
      PlacementRules rules,
      KnownClasses classes,
      ReferenceTaskPlacement reference) {
    this.session = session;
    this.fitness = session.fitness();
    this.domain = domain;
    this.nodes = domain.nodes();
    this.search = search;
    this.rules = rules;
    this.classes = classes;
    this.reference = reference;
    int enough = search.enough(nodes.size());
    this.sample =
        nodes.size() == session.nodes().size()
            ? new ClusterSample(nodes.size(), enough)
            : new WalkedSample(nodes, enough);
  }

  @Override
  public Placement place(TaskState task) {
    Fit atAll = fitness.prePredicate(task);
    if (!atAll.isSuccess()) {
      return new Placement.Refused(FitErrors.everywhere(nodes, atAll));
    }
    if (!decides(task)) {
      return reference.placeOnNode(task, domain, search);
    }
    try {
      KnownClass known = classes.of(task);
      RoleRefusals refusals = search.refusals(task);
      sample.take(known.fit(), refusals, search.start() % nodes.size());
      Placement placement = place(task, known);
      search.looked(sample.looked(), nodes.size());
      return placement == null
          ? ReferenceTaskPlacement.refused(domain, refusals, node -> known.fit().of(node.index()))
          : placement;
    } catch (Unanswered _) {
      return reference.placeOnNode(task, domain, search);
    }
  }

  /** Whether what is remembered can say which nodes fit; asked after the pre-predicates. */
  private boolean decides(TaskState task) {
    return task.nominatedNodeName().isEmpty()
        && rules.passedOver(task).isEmpty()
        && fitness.fitsGoByNodes(task);
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
