package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.claims.ClaimChanges;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PreFilterOutcome;
import io.merapi.kube.framework.PreScoreOutcome;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.measures.MeasuredPoint;
import io.merapi.kube.placement.PlacementOutcome.Placed;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterContents;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Placement that remembers: for each class of pods it keeps which nodes fit and what they score,
 * and asks plugins again only about nodes that have changed. Used by one thread.
 *
 * <p>The outcome is that of {@link ReferencePlacement}, but for the list of equally good nodes and
 * the table of scores, which are left out where nobody had to look at every node. Where all plugins
 * that have a part in the pod depend on its class, its claims and on nodes, the cost follows the
 * number of nodes that have changed or that a change of claims, volumes or devices has touched;
 * pods whose claims say the same are of one class here. Plugins that go by counts over the cluster
 * are asked about one node of each group of nodes that are alike; what they count follows the pods
 * that come and go. Plugins that depend on anything else of the cluster are asked about every node,
 * beside what is remembered of the others. Where a sample of the nodes is enough, only its nodes
 * are asked about, and remembered all the same.
 *
 * <p>Pods that are bound to look at named nodes, of which an extender wants to be asked or for
 * which a plugin fails are placed straight from the definition; so are pods that fit nowhere, where
 * a plugin that depends on the cluster takes part, and with a sample those with filters that may
 * look at anything.
 */
public final class IncrementalPlacement implements Placement {

  /** How many changes of nodes are known one by one. */
  private static final int CHANGES = 1 << 14;

  /** Never added to. */
  private static final NodeSet NO_NODES = new NodeSet();

  private final SchedulingProfile profile;
  private final NodeSampling sampling;
  private final NodeRotation rotation;
  private final ReferencePlacement reference;
  private final NodeChanges changes;
  private final ClaimChanges claims;
  private final PodsApart apart;
  private final RememberedClasses classes;
  private final NodeSample sample;
  private final PhaseTimes times;

  /** What is remembered of the class that was asked for last. */
  private @Nullable RememberedClass latest;

  /** Whether samples are chosen from; what is remembered is kept accordingly. */
  private boolean sampled;

  /**
   * @param claims of the scheduler that the plugins of the profile belong to
   */
  public IncrementalPlacement(
      SchedulingProfile profile,
      NodeSampling sampling,
      NodeRotation rotation,
      TieBreak tieBreak,
      ClaimChanges claims,
      ClassMemory memory) {
    this(profile, sampling, rotation, tieBreak, claims, new Memory(memory, CHANGES));
  }

  /** For a profile that is only asked: nothing is decided that the cluster does not show. */
  public IncrementalPlacement(
      SchedulingProfile profile, NodeSampling sampling, NodeRotation rotation, TieBreak tieBreak) {
    this(profile, sampling, rotation, tieBreak, nothingDecided(), ClassMemory.DEFAULT);
  }

  IncrementalPlacement(
      SchedulingProfile profile,
      NodeSampling sampling,
      NodeRotation rotation,
      TieBreak tieBreak,
      ClaimChanges claims,
      Memory memory) {
    this.profile = profile;
    this.sampling = sampling;
    this.rotation = rotation;
    this.reference = new ReferencePlacement(profile, sampling, rotation, tieBreak);
    this.claims = claims;
    this.apart = new PodsApart(claims);
    this.times = new PhaseTimes(profile.measures());
    this.changes = new NodeChanges(tieBreak, memory.changes);
    this.classes = new RememberedClasses(profile, changes, claims, rotation, memory.classes);
    this.sample = new NodeSample(changes);
  }

  private static ClaimChanges nothingDecided() {
    return new ClaimChanges(new AssumedObjects(), new PendingAllocations());
  }

  @Override
  public PlacementOutcome place(PodAttempt attempt, Nominations nominations) {
    if (!(attempt.cluster() instanceof SnapshotView view)) {
      return reference.place(attempt, nominations);
    }
    ClusterContents contents = view.contents();
    changes.follow(contents);
    claims.follow(contents);
    if (sampled != isSampled(contents.nodeCount())) {
      sampled = !sampled;
      classes.clear();
    }
    RememberedClass known = classes.of(apart.of(attempt, nominations));
    latest = known;
    known.pod = attempt.pod();
    known.refusal.lapse();
    known.counts.handTo(attempt, contents);
    PlacementOutcome outcome = place(attempt, nominations, contents, known);
    known.counts.takeFrom(attempt, contents);
    return outcome;
  }

  private PlacementOutcome place(
      PodAttempt attempt,
      Nominations nominations,
      ClusterContents contents,
      RememberedClass known) {
    int nodes = contents.nodeCount();
    if (nodes == 0
        || !profile.scoring().hasScorers()
        || profile.extenders().concern(attempt.pod().pod())) {
      return reference.place(attempt, nominations);
    }
    times.begin();
    PreFilterOutcome before = profile.filtering().preFilter(attempt, known.plugins);
    times.ended(MeasuredPoint.PRE_FILTER, before.result());
    if (!before.result().isSuccess() || before.nodeNames() != null) {
      return reference.place(attempt, nominations, before);
    }
    NodeInfo nominated = FeasibleNodeSearch.nominatedNode(attempt);
    int turnedDown = NodeInfo.NO_INDEX;
    if (nominated != null) {
      PluginVerdict verdict =
          profile.filtering().filter(attempt, nominated, nominations.on(nominated.name()));
      if (verdict.isSuccess()) {
        times.ended(MeasuredPoint.FILTER);
        return ReferencePlacement.only(nominated, 1);
      }
      turnedDown = verdict.isRejection() ? nominated.index() : NodeInfo.NO_INDEX;
    }
    // A look at every node brings it back to where it was; only a sample moves it on.
    rotation.advance(nodes, nodes);
    try {
      known.fit.follow(attempt, contents, nominations);
      boolean decides = known.fit.decides(attempt);
      if (sampled && !decides) {
        // Asking all filters about a sample costs less than asking some about every node.
        return reference.place(attempt, nominations, before);
      }
      NodeSet excluded = known.fit.heedsNominations() ? NO_NODES : excluded(attempt, nominations);
      PlacementOutcome outcome;
      if (sampled) {
        outcome = fromSample(attempt, contents, nominations, known, excluded, turnedDown);
      } else {
        known.fit.update(attempt, contents, nominations);
        outcome =
            decides
                ? fromMemory(attempt, contents, known, excluded)
                : nodeByNode(attempt, contents, known, excluded);
      }
      if (outcome != null) {
        if (outcome instanceof Placed placed) {
          known.fit.chosen(attempt, Objects.requireNonNull(contents.node(placed.node())));
        }
        return outcome;
      }
      Diagnosis diagnosis = known.fit.diagnose(attempt, contents, nominations);
      if (diagnosis == null) {
        return reference.place(attempt, nominations, before);
      }
      known.diagnosed = true;
      if (profile.filtering().preFiltersFollowClass(attempt.pod(), attempt.cluster())) {
        known.refusal.note(attempt.pod(), contents, nominations);
      }
      return new PlacementOutcome.Unfit(new FitError(nodes, diagnosis));
    } catch (Unanswered _) {
      classes.forget(known);
      return reference.place(attempt, nominations, before);
    }
  }

  @Override
  public boolean failsAsBefore(PodInfo pod, SnapshotView cluster, Nominations nominations) {
    RememberedClass known = classes.find(pod.podClass());
    if (known == null) {
      return false;
    }
    changes.follow(cluster.contents());
    return known.refusal.stands(pod, cluster.contents(), nominations)
        && !profile.extenders().concern(pod.pod())
        && profile.filtering().preFiltersFollowClass(pod, cluster)
        && known.fit.keepsAllFor(pod, cluster);
  }

  private boolean isSampled(int nodes) {
    return sampling.enough(nodes) < nodes;
  }

  /**
   * Places a pod as {@link #place} does and tells what that leaves out, the table of scores and all
   * nodes that are equally good, read from what is remembered. For those who compare: it takes a
   * walk over all feasible nodes.
   */
  public PlacementOutcome placeInFull(PodAttempt attempt, Nominations nominations) {
    PlacementOutcome outcome = place(attempt, nominations);
    RememberedClass known = latest;
    if (!(outcome instanceof Placed placed)
        || placed.scores() != null
        || placed.feasibleNodes() == 1
        || known == null) {
      return outcome;
    }
    ClusterContents contents = changes.latest();
    Contenders contenders = sampled ? sample : known.fit.groups();
    ScoreTable table = known.scores.table(attempt, contents, contenders);
    return new Placed(
        placed.node(),
        placed.total(),
        table.best(),
        placed.evaluatedNodes(),
        placed.feasibleNodes(),
        table);
  }

  @Override
  public List<Violation> audit(SnapshotView cluster, Nominations nominations, int most) {
    var audit = new RememberedAudit(profile, this, reference, rotation);
    // Those that were not asked for first: an audit asks, so the next one has others.
    return classes.pods().stream()
        .limit(most)
        .map(pod -> audit.of(pod, cluster, nominations))
        .filter(Objects::nonNull)
        .toList();
  }

  /** The nodes that do not fit, where pods are nominated to them. */
  private NodeSet excluded(PodAttempt attempt, Nominations nominations) throws Unanswered {
    if (nominations.byNode().isEmpty()) {
      return NO_NODES;
    }
    var names = new ArrayList<String>();
    nominations.byNode().forEach((name, _) -> names.add(name));
    var excluded = new NodeSet();
    for (String name : names) {
      NodeInfo node = attempt.cluster().node(name);
      if (node == null) {
        continue;
      }
      PluginVerdict verdict = profile.filtering().filter(attempt, node, nominations.on(name));
      if (verdict.isRejection()) {
        excluded.add(node.index());
      } else if (!verdict.isSuccess()) {
        throw new Unanswered();
      }
    }
    return excluded;
  }

  /** Places a pod where filters are asked about groups of nodes; null if it fits nowhere. */
  private @Nullable PlacementOutcome fromMemory(
      PodAttempt attempt, ClusterContents contents, RememberedClass known, NodeSet excluded)
      throws Unanswered {
    known.fit.leaveOut(excluded);
    known.fit.judge(attempt, contents);
    PlacementOutcome outcome =
        choose(attempt, contents, known, known.fit.groups(), contents.nodeCount());
    known.fit.letIn(excluded);
    return outcome;
  }

  /**
   * Places a pod where so many nodes that fit are enough; null if it fits nowhere.
   *
   * @param turnedDown the node that the pod was nominated to and does not fit, which counts as
   *     looked at; maybe none
   */
  private @Nullable PlacementOutcome fromSample(
      PodAttempt attempt,
      ClusterContents contents,
      Nominations nominations,
      RememberedClass known,
      NodeSet excluded,
      int turnedDown)
      throws Unanswered {
    int nodes = contents.nodeCount();
    for (int node = excluded.next(0); node >= 0; node = excluded.next(node + 1)) {
      known.fit.learn(attempt, contents, nominations, node, node + 1);
    }
    known.fit.leaveOut(excluded);
    sample.take(
        attempt,
        contents,
        nominations,
        known.fit,
        rotation.firstIndex(changes),
        sampling.enough(nodes));
    boolean oneMore = turnedDown != NodeInfo.NO_INDEX && !sample.hasLookedAt(turnedDown);
    int evaluated = sample.looked() + (oneMore ? 1 : 0);
    PlacementOutcome outcome = choose(attempt, contents, known, sample, evaluated);
    known.fit.letIn(excluded);
    rotation.advance(evaluated, nodes);
    return outcome;
  }

  /** Chooses from nodes that fit; null if there is none. */
  private @Nullable PlacementOutcome choose(
      PodAttempt attempt,
      ClusterContents contents,
      RememberedClass known,
      Contenders contenders,
      int evaluatedNodes)
      throws Unanswered {
    times.ended(MeasuredPoint.FILTER);
    if (contenders.size() == 0) {
      return null;
    }
    if (contenders.size() == 1) {
      return ReferencePlacement.only(node(contents, contenders.any()), evaluatedNodes);
    }
    RememberedNodes feasible = known.feasible(attempt.cluster(), contents, contenders);
    known.scores.regroup(attempt);
    PreScoreOutcome before = profile.scoring().preScore(attempt, feasible, known.plugins);
    times.ended(MeasuredPoint.PRE_SCORE, before.result());
    if (!before.result().isSuccess()) {
      return new PlacementOutcome.Failed(before.result().message());
    }
    known.scores.update(attempt, contents);
    if (!known.scores.decide(attempt)) {
      return reference.choose(attempt, List.copyOf(feasible), known.scores, evaluatedNodes);
    }
    String name = node(contents, known.scores.best(attempt, contenders)).name();
    long total = known.scores.bestTotal();
    times.ended(MeasuredPoint.SCORE);
    return Placed.alone(name, total, evaluatedNodes, feasible.size());
  }

  /** Places a pod where some filters are asked about each node; null if it fits nowhere. */
  private @Nullable PlacementOutcome nodeByNode(
      PodAttempt attempt, ClusterContents contents, RememberedClass known, NodeSet excluded)
      throws Unanswered {
    List<NodeInfo> feasible =
        known.fit.find(attempt, contents, excluded, rotation.firstIndex(changes));
    times.ended(MeasuredPoint.FILTER);
    int nodes = contents.nodeCount();
    if (feasible.isEmpty()) {
      return null;
    }
    if (feasible.size() == 1) {
      return ReferencePlacement.only(feasible.getFirst(), nodes);
    }
    PreScoreOutcome before = profile.scoring().preScore(attempt, feasible, known.plugins);
    times.ended(MeasuredPoint.PRE_SCORE, before.result());
    if (!before.result().isSuccess()) {
      return new PlacementOutcome.Failed(before.result().message());
    }
    known.scores.update(attempt, contents);
    return reference.choose(attempt, feasible, known.scores, nodes);
  }

  private static NodeInfo node(ClusterContents contents, int index) {
    return Objects.requireNonNull(contents.node(index));
  }

  /**
   * How much is remembered.
   *
   * @param changes how many of nodes are known one by one; a class that was last asked for before
   *     them looks at all nodes for those that have changed, and counts anew
   */
  record Memory(ClassMemory classes, int changes) {}
}
