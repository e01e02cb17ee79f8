package io.merapi.kube.preemption;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.extenders.SchedulerExtender.ExtenderException;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import io.merapi.kube.placement.FitError;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.preemption.NodeTry.Room;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pods that should make room for a pod that fits nowhere. It evicts nobody. Used by one
 * thread.
 *
 * <p>What trying nodes came to is remembered for each class of pods, where only the class and the
 * node itself decide; no answer depends on what is remembered. Upstream counterpart: {@code
 * Evaluator}.
 */
public final class PreemptionEvaluator {

  private static final String NOT_TRIED = "Preemption is not helpful for scheduling";

  private final IntUnaryOperator wanted;
  private final CandidateReview review;
  private final InstantSource clock;
  private final TieBreak ties;
  private final TriesByClass memory = new TriesByClass();
  private List<? extends ClusterObject> budgetObjects = List.of();
  private @Nullable DisruptionBudgets budgets;

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
    this.review = new CandidateReview(extenders);
    this.clock = clock;
    this.ties = ties;
  }

  /**
   * Decides for a pod, as a scheduling cycle asks.
   *
   * @param verdicts why each node was rejected
   */
  public PreemptionDecision decide(
      PodInfo pod, ClusterView cluster, NodeVerdicts verdicts, DryRun dryRun) {
    if (dryRun.dependence() != Dependence.NODE) {
      return decideByDefinition(pod, cluster, verdicts, dryRun);
    }
    String ineligible = Eligibility.refusal(pod, cluster, verdicts);
    if (!ineligible.isEmpty()) {
      return new PreemptionDecision.Refuse(ineligible, false);
    }
    ClassTries known = memory.of(pod.podClass(), cluster.nodes().size());
    PreemptionDecision.Refuse refusal = known.refusal(verdicts);
    if (refusal != null) {
      return refusal;
    }
    Instant now = clock.instant();
    NodeSearch search = known.remembered(search(pod, cluster, dryRun, now));
    PreemptionDecision decision = decide(pod, cluster, verdicts, search, now);
    if (decision instanceof PreemptionDecision.Refuse refuse && refuse.clearsNomination()) {
      known.refused(verdicts, refuse);
    }
    return decision;
  }

  /** Decides for a pod by trying every node in question. */
  PreemptionDecision decideByDefinition(
      PodInfo pod, ClusterView cluster, NodeVerdicts verdicts, DryRun dryRun) {
    String ineligible = Eligibility.refusal(pod, cluster, verdicts);
    if (!ineligible.isEmpty()) {
      return new PreemptionDecision.Refuse(ineligible, false);
    }
    Instant now = clock.instant();
    return decide(pod, cluster, verdicts, search(pod, cluster, dryRun, now), now);
  }

  private PreemptionDecision decide(
      PodInfo pod, ClusterView cluster, NodeVerdicts verdicts, NodeSearch search, Instant now) {
    List<NodeInfo> potential = verdicts.whereEvictionHelps(cluster);
    var tries = new NodeTries(search, wanted.applyAsInt(potential.size()));
    tries.over(potential, begin(pod, potential.size()));
    List<Room> candidates = tries.candidates();
    if (candidates.isEmpty()) {
      int nodes = cluster.nodes().size();
      String message = FitError.message(nodes, tries.reasonCounts(nodes, NOT_TRIED));
      return tries.errors().isEmpty()
          ? new PreemptionDecision.Refuse(message, true)
          : new PreemptionDecision.Fail(tries.errors());
    }
    try {
      return choose(review.of(candidates, pod, cluster), new CandidateChoice(now));
    } catch (ExtenderException e) {
      return new PreemptionDecision.Fail(Objects.requireNonNullElse(e.getMessage(), ""));
    }
  }

  /**
   * Tries every node where eviction might help, without asking extenders.
   *
   * @param verdicts why each node was rejected
   */
  public PreemptionSurvey survey(
      PodInfo pod, ClusterView cluster, NodeVerdicts verdicts, DryRun dryRun) {
    String ineligible = Eligibility.refusal(pod, cluster, verdicts);
    if (!ineligible.isEmpty()) {
      return PreemptionSurvey.ineligible(ineligible);
    }
    Instant now = clock.instant();
    List<NodeInfo> potential = verdicts.whereEvictionHelps(cluster);
    var tries = new NodeTries(search(pod, cluster, dryRun, now), potential.size());
    tries.over(potential, 0);
    var candidates = new LinkedHashMap<String, Victims>();
    tries.candidates().forEach(one -> candidates.put(one.node(), one.victims()));
    return new PreemptionSurvey(
        "",
        potential.stream().map(NodeInfo::name).toList(),
        wanted.applyAsInt(potential.size()),
        candidates,
        tries.rejections(),
        new CandidateChoice(now).best(candidates));
  }

  private VictimSearch search(PodInfo pod, ClusterView cluster, DryRun dryRun, Instant now) {
    return new VictimSearch(pod, dryRun, budgets(cluster), new PodImportance(now));
  }

  @SuppressWarnings("ReferenceEquality") // the same list says that no budget has changed
  private DisruptionBudgets budgets(ClusterView cluster) {
    List<? extends ClusterObject> objects = cluster.objects(ObjectKind.POD_DISRUPTION_BUDGET);
    DisruptionBudgets known = budgets;
    if (known == null || budgetObjects != objects) {
      known = new DisruptionBudgets(cluster);
      budgets = known;
      budgetObjects = objects;
    }
    return known;
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

  private PreemptionDecision choose(List<Room> candidates, CandidateChoice choice) {
    Room best = null;
    for (Room candidate : candidates) {
      if (best == null || isBetter(candidate, best, choice)) {
        best = candidate;
      }
    }
    return best == null
        ? new PreemptionDecision.Refuse("no candidate node for preemption", false)
        : new PreemptionDecision.Evict(best.node(), best.victims());
  }

  private boolean isBetter(Room first, Room second, CandidateChoice choice) {
    int order = choice.compare(first.loss(), second.loss());
    return order != 0 ? order < 0 : ties.wins(first.node(), second.node());
  }
}
