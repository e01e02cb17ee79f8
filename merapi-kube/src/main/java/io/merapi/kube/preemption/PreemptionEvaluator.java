package io.merapi.kube.preemption;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.extenders.SchedulerExtender.ExtenderException;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.placement.Diagnosis;
import io.merapi.kube.placement.FitError;
import io.merapi.kube.placement.TieBreak;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/**
 * Finds the pods that should make room for a pod that fits nowhere. It evicts nobody.
 *
 * <p>Upstream counterpart: {@code Evaluator}.
 */
public final class PreemptionEvaluator {

  private static final Verdict NOT_TRIED =
      Verdict.unresolvable(
          Reason.of("PreemptionNotHelpful", "Preemption is not helpful for scheduling"));

  private final IntUnaryOperator wanted;
  private final List<SchedulerExtender> extenders;
  private final InstantSource clock;
  private final TieBreak ties;

  /**
   * @param wanted how many candidates are enough, by the number of nodes where eviction might help
   * @param ties decides among equal candidates, and where the search begins
   */
  public PreemptionEvaluator(
      IntUnaryOperator wanted,
      List<SchedulerExtender> extenders,
      InstantSource clock,
      TieBreak ties) {
    this.wanted = wanted;
    this.extenders = List.copyOf(extenders);
    this.clock = clock;
    this.ties = ties;
  }

  /**
   * Decides for a pod, as a scheduling cycle asks.
   *
   * @param verdicts by node name, why each node was rejected
   */
  public PreemptionDecision decide(
      PodInfo pod, ClusterView cluster, Map<String, Verdict> verdicts, DryRun dryRun) {
    String ineligible = Eligibility.refusal(pod, cluster, verdicts);
    if (!ineligible.isEmpty()) {
      return new PreemptionDecision.Refuse(ineligible, false);
    }
    var importance = new PodImportance(clock.instant());
    List<NodeInfo> potential = potentialNodes(cluster, verdicts);
    var tries =
        new NodeTries(
            search(pod, cluster, dryRun, importance), wanted.applyAsInt(potential.size()));
    tries.over(potential, begin(pod, potential.size()));
    SequencedMap<String, Victims> candidates = tries.candidates();
    if (candidates.isEmpty()) {
      return tries.errors().isEmpty()
          ? new PreemptionDecision.Refuse(fitError(tries, cluster.nodes().size()), true)
          : new PreemptionDecision.Fail(tries.errors());
    }
    try {
      candidates = askExtenders(pod, candidates, cluster);
    } catch (ExtenderException e) {
      return new PreemptionDecision.Fail(Objects.requireNonNullElse(e.getMessage(), ""));
    }
    return choose(candidates, new CandidateChoice(importance));
  }

  /**
   * Tries every node where eviction might help, without asking extenders.
   *
   * @param verdicts by node name, why each node was rejected
   */
  public PreemptionSurvey survey(
      PodInfo pod, ClusterView cluster, Map<String, Verdict> verdicts, DryRun dryRun) {
    String ineligible = Eligibility.refusal(pod, cluster, verdicts);
    if (!ineligible.isEmpty()) {
      return PreemptionSurvey.ineligible(ineligible);
    }
    var importance = new PodImportance(clock.instant());
    List<NodeInfo> potential = potentialNodes(cluster, verdicts);
    var tries = new NodeTries(search(pod, cluster, dryRun, importance), potential.size());
    tries.over(potential, 0);
    SequencedMap<String, Victims> candidates = tries.candidates();
    return new PreemptionSurvey(
        "",
        potential.stream().map(NodeInfo::name).toList(),
        wanted.applyAsInt(potential.size()),
        candidates,
        tries.rejections(),
        new CandidateChoice(importance).best(candidates));
  }

  private static List<NodeInfo> potentialNodes(ClusterView cluster, Map<String, Verdict> verdicts) {
    var nodes = new ArrayList<NodeInfo>();
    for (NodeInfo node : cluster.nodes()) {
      if (verdicts.get(node.name()) instanceof Verdict.Rejected(_, boolean evictionHelps)
          && evictionHelps) {
        nodes.add(node);
      }
    }
    return nodes;
  }

  private static VictimSearch search(
      PodInfo pod, ClusterView cluster, DryRun dryRun, PodImportance importance) {
    return new VictimSearch(pod, dryRun, new DisruptionBudgets(cluster), importance);
  }

  /**
   * Where the search begins.
   *
   * <p>Differs from upstream: there the place is drawn at random. It depends on the pod, so that
   * not all pods look at the same nodes first, and on nothing that differs between two runs.
   */
  private int begin(PodInfo pod, int nodes) {
    return nodes == 0 ? 0 : (int) Long.remainderUnsigned(ties.rank(pod.key()), nodes);
  }

  /** The words for a pod that preemption cannot help, by the reasons of nodes. */
  private static String fitError(NodeTries tries, int nodes) {
    var verdicts = new LinkedHashMap<String, PluginVerdict>();
    tries
        .rejections()
        .forEach((node, why) -> verdicts.put(node, new PluginVerdict(why.verdict(), why.plugin())));
    var diagnosis = new Diagnosis(verdicts, NOT_TRIED, "", new TreeSet<>(), new TreeSet<>());
    return new FitError(nodes, diagnosis).message("");
  }

  private SequencedMap<String, Victims> askExtenders(
      PodInfo pod, SequencedMap<String, Victims> candidates, ClusterView cluster)
      throws ExtenderException {
    SequencedMap<String, Victims> left = candidates;
    for (SchedulerExtender extender : extenders) {
      if (extender.preempts() && extender.interestedIn(pod.pod()) && !left.isEmpty()) {
        left = ask(extender, pod, left, cluster);
      }
    }
    return left;
  }

  /** What an extender leaves of the candidates; all of them where it may be ignored and fails. */
  private static SequencedMap<String, Victims> ask(
      SchedulerExtender extender,
      PodInfo pod,
      SequencedMap<String, Victims> candidates,
      ClusterView cluster)
      throws ExtenderException {
    SequencedMap<String, Victims> answer;
    try {
      answer = extender.preempt(pod.pod(), candidates, cluster);
    } catch (ExtenderException e) {
      if (extender.ignorable()) {
        return candidates;
      }
      throw e;
    }
    var left = new LinkedHashMap<String, Victims>();
    for (Map.Entry<String, Victims> candidate : answer.entrySet()) {
      if (!candidate.getValue().pods().isEmpty()) {
        left.put(candidate.getKey(), candidate.getValue());
      } else if (!extender.ignorable()) {
        throw new ExtenderException(VictimSearch.noVictims(candidate.getKey()));
      }
    }
    return left;
  }

  private PreemptionDecision choose(
      SequencedMap<String, Victims> candidates, CandidateChoice choice) {
    String best = null;
    for (String node : choice.best(candidates)) {
      if (best == null || ties.wins(node, best)) {
        best = node;
      }
    }
    return best == null
        ? new PreemptionDecision.Refuse("no candidate node for preemption", false)
        : new PreemptionDecision.Evict(best, Objects.requireNonNull(candidates.get(best)));
  }
}
