package io.merapi.kube.placement;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.state.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes the pods of one class fit, as far as the class and the node itself decide; asks again
 * only about nodes that have changed. Used by one thread.
 *
 * <p>Filters that look at the cluster are asked in every attempt, by {@link #find}.
 */
final class ClassFit {

  /** No node has this version. */
  private static final long UNKNOWN = Long.MIN_VALUE;

  /** In place of the filter that rejects a node: there is none. */
  private static final int FITS = -1;

  /** In place of the filter that rejects a node: a filter failed. */
  private static final int BROKEN = -2;

  private final NodeChanges changes;
  private final FanOut fanOut;
  private final ClassScores scores;
  private final ClassRejections rejections;
  private final NodeSet feasible = new NodeSet();
  private final NodeColumn versions = new NodeColumn(UNKNOWN);

  /** For a node that does not fit, the place of the filter that says so among the kept ones. */
  private final NodeColumn rejectedBy = new NodeColumn(FITS);

  private List<FilterPlugin> kept = List.of();

  /** Up to where changes are known; from the beginning on they never are. */
  private long position;

  private long nodesVersion;
  private int bound;

  /**
   * @param scores told each node that has changed
   */
  ClassFit(SchedulingProfile profile, NodeChanges changes, ClassScores scores) {
    this.changes = changes;
    this.fanOut = profile.fanOut();
    this.scores = scores;
    this.rejections = new ClassRejections(profile.filtering());
  }

  /** The nodes that fit, as the last {@link #update} found; not to be changed. */
  NodeSet feasible() {
    return feasible;
  }

  /** Whether the nodes that fit are those of the attempt: no filter is left to be asked. */
  boolean decides(PodAttempt attempt) {
    return kept.size() == attempt.filters().length;
  }

  /** Why no node fits; only where {@link #decides} says so. */
  ClassRejections rejections() {
    return rejections;
  }

  /**
   * Asks the filters about what has changed.
   *
   * @throws Unanswered if a filter fails; then this is of no more use
   */
  void update(PodAttempt attempt, Snapshot snapshot) throws Unanswered {
    boolean forgets = keep(attempt);
    var changed = new Changed(snapshot);
    if (!forgets && changes.reachesBack(position)) {
      changes.since(position, changed);
    } else {
      for (int index = 0; index < Math.max(bound, snapshot.nodeBound()); index++) {
        changed.accept(index);
      }
    }
    look(attempt, changed);
    position = changes.position();
    nodesVersion = changes.nodesVersion();
    bound = snapshot.nodeBound();
  }

  /**
   * Takes the filters that can be kept, and forgets all nodes where they are others than before.
   */
  private boolean keep(PodAttempt attempt) {
    var asked = new ArrayList<FilterPlugin>();
    boolean readsNodes = false;
    for (FilterPlugin filter : attempt.filters()) {
      Dependence dependence = dependence(filter, attempt);
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
      rejections.forget();
    }
    return forgets;
  }

  /** One that cannot say what it depends on may depend on anything. */
  private static Dependence dependence(FilterPlugin filter, PodAttempt attempt) {
    try {
      return filter.filterDependence(attempt.pod(), attempt.cluster());
    } catch (RuntimeException | StackOverflowError _) {
      return Dependence.CLUSTER;
    }
  }

  /** The nodes that are not as they were when the filters were last asked about them. */
  private final class Changed implements IntConsumer {

    private final Snapshot snapshot;
    private int[] indices = new int[1];
    private int size;

    Changed(Snapshot snapshot) {
      this.snapshot = snapshot;
    }

    @Override
    public void accept(int index) {
      NodeInfo node = node(index);
      long version = node == null ? UNKNOWN : node.version();
      if (versions.get(index) == version && version != UNKNOWN) {
        return;
      }
      versions.set(index, version);
      if (size == indices.length) {
        indices = Arrays.copyOf(indices, 2 * size);
      }
      indices[size++] = index;
    }

    @Nullable NodeInfo node(int index) {
      return NodeChanges.at(snapshot, index);
    }
  }

  private void look(PodAttempt attempt, Changed changed) throws Unanswered {
    int[] answers = new int[changed.size];
    fanOut.forEach(
        changed.size,
        i -> {
          NodeInfo node = changed.node(changed.indices[i]);
          answers[i] = node == null ? FITS : rejecting(attempt, node);
        });
    for (int i = 0; i < changed.size; i++) {
      int index = changed.indices[i];
      if (answers[i] == BROKEN) {
        throw new Unanswered();
      }
      boolean fits = answers[i] == FITS && changed.node(index) != null;
      rejectedBy.set(index, answers[i]);
      if (fits) {
        feasible.add(index);
      } else {
        feasible.remove(index);
      }
      scores.changed(index, fits);
    }
  }

  /** The place of the filter that rejects a node. */
  private int rejecting(PodAttempt attempt, NodeInfo node) {
    for (int place = 0; place < kept.size(); place++) {
      Answer answer = ask(kept.get(place), attempt, node);
      if (answer != Answer.FITS) {
        return answer == Answer.REJECTED ? place : BROKEN;
      }
    }
    return FITS;
  }

  /**
   * The nodes that fit in this attempt: those that are feasible and that the filters which look at
   * the cluster accept.
   *
   * @param excluded nodes that do not fit for another reason
   * @param first the index to begin with
   * @throws Unanswered if a filter fails that would have been asked straight from the definition
   */
  List<NodeInfo> find(PodAttempt attempt, Snapshot snapshot, NodeSet excluded, int first)
      throws Unanswered {
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
    for (int i = 0; i < bound; i++) {
      int index = (first + i) % bound;
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
