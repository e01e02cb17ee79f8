package io.merapi.kube.placement;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Which nodes the pods of one class fit, as far as the class and the node itself decide; asks again
 * only about nodes that have changed. Used by one thread.
 *
 * <p>Filters that look at the cluster are asked in every attempt, by {@link #find}.
 */
final class ClassFit {

  /** No node has this version. */
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final NodeChanges changes;

  private final ClassScores scores;
  private final NodeSet feasible = new NodeSet();
  private final NodeColumn versions = new NodeColumn(UNKNOWN);

  /** For a node that does not fit, the place of the filter that says so among the kept ones. */
  private final NodeColumn rejectedBy = new NodeColumn(0);

  private List<FilterPlugin> kept = List.of();
  private long position = Long.MIN_VALUE;
  private long nodesVersion;
  private int bound;

  /**
   * @param scores told each node that has changed
   */
  ClassFit(NodeChanges changes, ClassScores scores) {
    this.changes = changes;
    this.scores = scores;
  }

  /** The nodes that fit, as the last {@link #update} found; not to be changed. */
  NodeSet feasible() {
    return feasible;
  }

  /**
   * Asks the filters about what has changed.
   *
   * @throws Unanswered if a filter fails; then this is of no more use
   */
  void update(PodAttempt attempt, Snapshot snapshot) throws Unanswered {
    var asked = new ArrayList<FilterPlugin>();
    boolean readsNodes = false;
    for (FilterPlugin filter : attempt.filters()) {
      Dependence dependence = filter.filterDependence(attempt.pod());
      if (dependence != Dependence.CLUSTER) {
        asked.add(filter);
        readsNodes |= dependence == Dependence.NODES;
      }
    }
    boolean forgets = !asked.equals(kept) || (readsNodes && nodesVersion != changes.nodesVersion());
    if (forgets) {
      kept = asked;
      for (int index = 0; index < bound; index++) {
        versions.set(index, UNKNOWN);
      }
    }
    var pass = new Pass(attempt, snapshot);
    if (!forgets && changes.reachesBack(position)) {
      changes.since(position, pass);
    } else {
      for (int index = 0; index < Math.max(bound, snapshot.nodeBound()); index++) {
        pass.accept(index);
      }
    }
    if (pass.failed) {
      throw new Unanswered();
    }
    position = changes.position();
    nodesVersion = changes.nodesVersion();
    bound = snapshot.nodeBound();
  }

  /** One look at nodes that may have changed. */
  private final class Pass implements IntConsumer {

    private final PodAttempt attempt;
    private final Snapshot snapshot;
    boolean failed;

    Pass(PodAttempt attempt, Snapshot snapshot) {
      this.attempt = attempt;
      this.snapshot = snapshot;
    }

    @Override
    public void accept(int index) {
      NodeInfo node = NodeChanges.at(snapshot, index);
      long version = node == null ? UNKNOWN : node.version();
      if (versions.get(index) == version && version != UNKNOWN) {
        return;
      }
      versions.set(index, version);
      boolean fits = node != null && fits(node);
      if (fits) {
        feasible.add(index);
      } else {
        feasible.remove(index);
      }
      scores.changed(index, fits);
    }

    private boolean fits(NodeInfo node) {
      for (int i = 0; i < kept.size(); i++) {
        Answer answer = ask(kept.get(i), attempt, node);
        if (answer != Answer.FITS) {
          failed |= answer == Answer.BROKEN;
          rejectedBy.set(node.index(), i);
          return false;
        }
      }
      return true;
    }
  }

  /**
   * The nodes that fit in this attempt, in order: those that are feasible and that the filters
   * which look at the cluster accept.
   *
   * @param excluded nodes that do not fit for another reason
   * @throws Unanswered if a filter fails that would have been asked straight from the definition
   */
  List<NodeInfo> find(PodAttempt attempt, Snapshot snapshot, NodeSet excluded) throws Unanswered {
    FilterPlugin[] filters = attempt.filters();
    int[] places = new int[kept.size()];
    boolean[] isKept = new boolean[filters.length];
    for (int place = 0, next = 0; place < filters.length; place++) {
      if (next < places.length && filters[place].equals(kept.get(next))) {
        places[next++] = place;
        isKept[place] = true;
      }
    }
    var found = new ArrayList<NodeInfo>();
    for (int index = 0; index < bound; index++) {
      NodeInfo node = snapshot.node(index);
      if (node == null || excluded.contains(index)) {
        continue;
      }
      boolean fits = feasible.contains(index);
      // A filter that comes after the one that rejects the node is not asked.
      int end = fits ? filters.length : places[(int) rejectedBy.get(index)];
      boolean accepted = true;
      for (int place = 0; accepted && place < end; place++) {
        accepted = isKept[place] || accepts(filters[place], attempt, node);
      }
      if (fits && accepted) {
        found.add(node);
      }
    }
    return found;
  }

  private static boolean accepts(FilterPlugin filter, PodAttempt attempt, NodeInfo node)
      throws Unanswered {
    Answer answer = ask(filter, attempt, node);
    if (answer == Answer.BROKEN) {
      throw new Unanswered();
    }
    return answer == Answer.FITS;
  }

  private static Answer ask(FilterPlugin filter, PodAttempt attempt, NodeInfo node) {
    Verdict verdict;
    try {
      verdict = filter.filter(attempt.state(), attempt.pod(), node);
    } catch (RuntimeException | StackOverflowError _) {
      return Answer.BROKEN;
    }
    return switch (verdict) {
      case Verdict.Success _ -> Answer.FITS;
      case Verdict.Rejected _, Verdict.Held _ -> Answer.REJECTED;
      case Verdict.Skip _, Verdict.Wait _, Verdict.Failed _ -> Answer.BROKEN;
    };
  }

  private enum Answer {
    FITS,
    REJECTED,
    BROKEN
  }
}
