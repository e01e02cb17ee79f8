package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.Filtering;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.NodeLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes the pods of one class fit, as far as the class and the node itself decide; asks again
 * only about nodes that have changed. Used by one thread.
 *
 * <p>A node is asked about when {@link #update} or {@link #learn} has need of it. Filters that go
 * by counts over the cluster are asked in every attempt, by {@link #groups} of nodes that are
 * alike. Where others take part that may look at anything, all of these are asked about each node,
 * by {@link #find}.
 */
final class ClassFit {

  /** In place of the filter that rejects a node: there is none. */
  private static final int FITS = -1;

  /** In place of the filter that rejects a node: a filter failed. */
  private static final int BROKEN = -2;

  private final NodeChanges changes;
  private final NodeAnswers answers;
  private final SchedulingProfile profile;
  private final ClassScores scores;
  private final ClassRejections rejections;
  private final FitGroups groups;
  private final NodeSet candidates = new NodeSet();
  private final StaleNodes stale;

  /** Nodes that must be asked about before anything is said of them. */
  private final NodeSet unknown = new NodeSet();

  /** For a node that does not fit, the place of the filter that says so among the kept ones. */
  private final NodeColumn rejectedBy = new NodeColumn(FITS);

  private List<FilterPlugin> kept = new ArrayList<>();

  /** The filters that can be kept in this attempt. */
  private final List<FilterPlugin> keepable = new ArrayList<>();

  /** Whether nodes are asked about again that changes of claims have touched. */
  private boolean heedsClaims;

  /** The filters that go by counts. */
  private final List<FilterPlugin> counting = new ArrayList<>();

  /** Whether a node that pods are nominated to is a candidate only if it fits beside them. */
  private boolean heedsNominations;

  private long nodesVersion;
  private int bound;

  /**
   * @param answers where they are written down
   * @param touched by changes of claims
   * @param groups told each node that has changed, as are the scores
   */
  ClassFit(
      SchedulingProfile profile,
      NodeChanges changes,
      NodeLog touched,
      NodeAnswers answers,
      FitGroups groups,
      ClassScores scores) {
    this.changes = changes;
    this.answers = answers;
    this.profile = profile;
    this.groups = groups;
    this.scores = scores;
    this.rejections = new ClassRejections(profile, changes, touched);
    this.stale = new StaleNodes(changes, touched);
  }

  /** The nodes that fit; only where {@link #decides} says so, and after {@link #judge}. */
  FitGroups groups() {
    return groups;
  }

  /** Whether the groups that fit are those of the attempt: no other filter is to be asked. */
  boolean decides(PodAttempt attempt) {
    return kept.size() + counting.size() == attempt.filters().length;
  }

  /** Whether the groups that fit do so also beside the pods that are nominated to their nodes. */
  boolean heedsNominations() {
    return heedsNominations;
  }

  /**
   * Why no node fits; absent where more than the class, its claims and each node decides that.
   *
   * @throws Unanswered if a filter fails
   */
  @Nullable Diagnosis diagnose(
      PodAttempt attempt, ClusterContents contents, Nominations nominations) throws Unanswered {
    return heedsNominations
        ? rejections.diagnose(attempt, contents, nominations, heedsClaims)
        : null;
  }

  /**
   * Whether no filter of the last attempt goes by more than nodes for another pod of the class
   * either.
   */
  boolean keepsAllFor(PodInfo pod, ClusterView cluster) {
    for (FilterPlugin filter : kept) {
      boolean keeps =
          switch (Filtering.dependence(filter, pod, cluster)) {
            case NODE, NODES -> true;
            case CLAIMS, COUNTS, CLUSTER -> false;
          };
      if (!keeps) {
        return false;
      }
    }
    return heedsNominations;
  }

  /** Leaves nodes out that would fit, until they are let in again. */
  void leaveOut(NodeSet nodes) {
    for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
      if (candidates.remove(node)) {
        groups.changed(node, false);
        scores.changed(node, false);
      } else {
        nodes.remove(node);
      }
    }
  }

  /** Lets in the nodes that were left out. */
  void letIn(NodeSet nodes) {
    for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
      candidates.add(node);
      groups.changed(node, true);
      scores.changed(node, true);
    }
  }

  /**
   * Asks the filters that go by counts.
   *
   * @throws Unanswered if a filter fails
   */
  void judge(PodAttempt attempt, ClusterContents contents) throws Unanswered {
    groups.judge(attempt, contents, candidates, counting);
  }

  /**
   * Takes in nodes that were learned since then in the same attempt.
   *
   * @throws Unanswered if a filter fails
   */
  void judgeMore(PodAttempt attempt, ClusterContents contents) throws Unanswered {
    groups.judgeMore(attempt, contents, counting);
  }

  /** Forgets what is no longer true; to be called before anything else in an attempt. */
  void follow(PodAttempt attempt, ClusterContents contents, Nominations nominations) {
    keep(attempt);
    NodeSet changed = stale.take(attempt.pod(), contents, nominations, heedsClaims);
    for (int node = changed.next(0); node >= 0; node = changed.next(node + 1)) {
      unknown.add(node);
      if (candidates.remove(node)) {
        groups.changed(node, false);
        scores.changed(node, false);
      }
    }
    nodesVersion = changes.nodesVersion();
    bound = contents.nodeBound();
  }

  /**
   * Asks the filters about all nodes that are not known.
   *
   * @throws Unanswered if a filter fails; then this is of no more use
   */
  void update(PodAttempt attempt, ClusterContents contents, Nominations nominations)
      throws Unanswered {
    learn(attempt, contents, nominations, 0, Integer.MAX_VALUE);
  }

  /**
   * Asks the filters about the nodes between two indices that are not known, and says whether there
   * were any.
   *
   * @param from the lowest index that is meant
   * @param below the lowest above it that is not
   * @throws Unanswered if a filter fails; then this is of no more use
   */
  boolean learn(
      PodAttempt attempt, ClusterContents contents, Nominations nominations, int from, int below)
      throws Unanswered {
    int count = unknown.count(from, below);
    if (count < NodeAnswers.FEW) {
      int node = from - 1;
      for (int i = 0; i < count; i++) {
        node = unknown.next(node + 1);
        learned(node, contents, answer(node, attempt, contents, nominations));
      }
    } else {
      for (int looked = 0; looked < count; looked += NodeAnswers.MOST) {
        look(attempt, contents, nominations, from, below);
      }
    }
    return count > 0;
  }

  /** The lowest index not below one that must be asked about first, or another if that is lower. */
  int firstUnknown(int from, int below) {
    int node = unknown.next(from);
    return node < 0 ? below : Math.min(node, below);
  }

  /**
   * Takes the filters that can be kept, and forgets all nodes where they are others than before.
   */
  private void keep(PodAttempt attempt) {
    keepable.clear();
    counting.clear();
    boolean readsNodes = false;
    boolean readsClaims = attempt.pod().podClass().hasClaims();
    for (FilterPlugin filter : attempt.filters()) {
      switch (Filtering.dependence(filter, attempt.pod(), attempt.cluster())) {
        case NODE -> keepable.add(filter);
        case NODES -> {
          keepable.add(filter);
          readsNodes = true;
        }
        case CLAIMS -> {
          keepable.add(filter);
          readsClaims = true;
        }
        case COUNTS -> counting.add(filter);
        case CLUSTER -> {}
      }
    }
    boolean all = keepable.size() == attempt.filters().length;
    if (all != heedsNominations
        || readsClaims != heedsClaims
        || !keepable.equals(kept)
        || (readsNodes && nodesVersion != changes.nodesVersion())) {
      heedsNominations = all;
      heedsClaims = readsClaims;
      kept = new ArrayList<>(keepable);
      stale.forget();
      rejections.forget();
    }
  }

  /** Asks about as many unknown nodes between two indices as can be written down. */
  private void look(
      PodAttempt attempt, ClusterContents contents, Nominations nominations, int from, int below)
      throws Unanswered {
    int[] indices = answers.nodes(NodeAnswers.MOST);
    long[] verdicts = answers.answers(NodeAnswers.MOST);
    int count = unknown.copy(from, below, indices, 0);
    profile
        .fanOut()
        .forEach(count, i -> verdicts[i] = answer(indices[i], attempt, contents, nominations));
    for (int i = 0; i < count; i++) {
      learned(indices[i], contents, (int) verdicts[i]);
    }
  }

  private int answer(
      int index, PodAttempt attempt, ClusterContents contents, Nominations nominations) {
    NodeInfo node = NodeChanges.at(contents, index);
    return node == null ? FITS : judge(attempt, node, nominations.on(node.name()));
  }

  private void learned(int index, ClusterContents contents, int answer) throws Unanswered {
    if (answer == BROKEN) {
      throw new Unanswered();
    }
    rejectedBy.set(index, answer);
    unknown.remove(index);
    if (answer == FITS && NodeChanges.at(contents, index) != null) {
      candidates.add(index);
      groups.changed(index, true);
      scores.changed(index, true);
    }
  }

  /**
   * The place of the filter that rejects a node, or of any if the node does not fit beside the pods
   * that are nominated to it.
   */
  private int judge(PodAttempt attempt, NodeInfo node, List<PodInfo> nominated) {
    if (!heedsNominations || nominated.isEmpty()) {
      return rejecting(attempt, node);
    }
    PluginVerdict verdict = profile.filtering().filter(attempt, node, nominated);
    return verdict.isSuccess() ? FITS : verdict.isRejection() ? 0 : BROKEN;
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

  /** Lets filters that go by claims look at the node that was chosen: they keep what it has. */
  void chosen(PodAttempt attempt, NodeInfo node) {
    for (FilterPlugin filter : kept) {
      if (heedsClaims
          && Filtering.dependence(filter, attempt.pod(), attempt.cluster()) == Dependence.CLAIMS) {
        ask(filter, attempt, node);
      }
    }
  }

  /**
   * The nodes that fit in this attempt: candidates that all filters accept which are not kept.
   *
   * @param excluded nodes that do not fit for another reason
   * @param first the index to begin with
   * @throws Unanswered if a filter fails that would have been asked straight from the definition
   */
  List<NodeInfo> find(PodAttempt attempt, ClusterContents contents, NodeSet excluded, int first)
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
      NodeInfo node = contents.node(index);
      if (node == null || excluded.contains(index)) {
        continue;
      }
      boolean fits = candidates.contains(index);
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

  static boolean accepts(FilterPlugin filter, PodAttempt attempt, NodeInfo node) throws Unanswered {
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
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
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
