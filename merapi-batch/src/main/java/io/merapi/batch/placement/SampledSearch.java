package io.merapi.batch.placement;

import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.kube.placement.BestNodes;
import io.merapi.kube.placement.Unanswered;
import org.jspecify.annotations.Nullable;

/**
 * A search that stops when enough nodes are found: it takes the sample that the definition would,
 * but reads what is remembered of the class where the definition asks.
 */
final class SampledSearch extends DomainSearch {

  private final NodeSearch search;
  private final KnownClasses classes;
  private final int size;
  private final int enough;
  private final NodeSample sample;

  /** What was read last. */
  private @Nullable KnownClass latest;

  SampledSearch(SearchedDomain searched) {
    super(searched);
    this.search = searched.search();
    this.classes = searched.classes();
    this.size = searched.nodes().size();
    this.enough = search.enough(size);
    this.sample =
        searched.isWholeCluster()
            ? new ClusterSample(size, enough)
            : new WalkedSample(searched.nodes(), enough);
  }

  @Override
  @Nullable NodeState bestByCounts(
      TaskState task, CountedClass known, @Nullable RoleRefusals refusals) throws Unanswered {
    NodeState best = known.place(task, refusals, search.start() % size, enough);
    searched.looked(known.looked());
    return best;
  }

  @Override
  Placement placeByClass(TaskState task, @Nullable RoleRefusals refusals) {
    if (!searched.rules().passedOver(task).isEmpty()) {
      return byDefinition(task, refusals);
    }
    KnownClass known = classes.begin(task);
    try {
      Placement nominated = placeNominated(task, known, refusals);
      if (nominated != null) {
        return nominated;
      }
      if (known == latest) {
        // Samples of a class that is asked for again and again get to all nodes. Those that have
        // changed since it was asked for before cost less when they are asked together.
        known.wantChanged(classes.asked());
      }
      latest = known;
      sample.take(known, classes.asked(), refusals, search.start() % size);
    } catch (Unanswered _) {
      classes.forget(known);
      return byDefinition(task, refusals);
    }
    try {
      Placement placement = place(task, known);
      searched.looked(sample.looked());
      return placement == null ? refused(known, refusals) : placement;
    } catch (Unanswered _) {
      return byDefinition(task, refusals);
    }
  }

  /** The node where room was made for a task, if it fits; null otherwise. */
  private @Nullable Placement placeNominated(
      TaskState task, KnownClass known, @Nullable RoleRefusals refusals) throws Unanswered {
    NodeState node = searched.nominated(task);
    if (node == null) {
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

  /** The best node of those with room now, else of those with room later; null for none. */
  private @Nullable Placement place(TaskState task, KnownClass known) throws Unanswered {
    ClassScores scores = scores(task, known);
    int best = scores == null ? BestNodes.NONE : sample.best(scores);
    if (best != BestNodes.NONE) {
      return on(best);
    }
    Placement now = placeAmong(task, scores, sample.now());
    if (now instanceof Placement.OnNode) {
      return now;
    }
    Placement later = placeAmong(task, scores, sample.later());
    return later == null ? now : later;
  }
}
