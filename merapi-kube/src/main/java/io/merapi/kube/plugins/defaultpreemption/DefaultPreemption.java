package io.merapi.kube.plugins.defaultpreemption;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PostFilterPlugin;
import io.merapi.api.framework.PreEnqueuePlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.preemption.PreemptionDecision;
import io.merapi.kube.preemption.PreemptionEvaluator;
import io.merapi.kube.preemption.PreemptionSurvey;
import io.merapi.kube.preemption.Preemptions;
import java.util.List;
import java.util.Set;

/** Makes room for a pod by evicting pods of lower priority, where that is enough. */
public final class DefaultPreemption
    implements PreEnqueuePlugin, PostFilterPlugin, EnqueueExtensions {

  public static final String NAME = "DefaultPreemption";

  private static final Verdict UNDER_WAY =
      Verdict.unresolvable(
          Reason.of(
              "PreemptionUnderWay", "waiting for the preemption for this pod to be finished"));

  private final PreemptionEvaluator evaluator;
  private final Preemptions preemptions;
  private final KubeMeasures measures;
  private final boolean gatesPods;

  public DefaultPreemption(
      DefaultPreemptionArgs args, SchedulerParts parts, PluginContext context) {
    this.evaluator =
        new PreemptionEvaluator(
            args::candidates, parts.extenders(), context.clock(), new TieBreak(parts.seed()));
    this.preemptions = new Preemptions(parts.effects(), parts.pods());
    this.measures = parts.measures();
    this.gatesPods = context.gates().enabled(FeatureGate.SCHEDULER_ASYNC_PREEMPTION);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Verdict preEnqueue(PodInfo pod, ClusterView cluster) {
    return gatesPods && preemptions.underWay(pod.pod()) ? UNDER_WAY : Verdict.success();
  }

  /**
   * {@inheritDoc}
   *
   * <p>The victim's leaving also helps the plugin that turned the pod down, and it is for that one
   * to say when the pod is tried again.
   */
  @Override
  public List<Registration> eventsToRegister() {
    return gatesPods
        ? List.of(Registration.of(ObjectKind.POD, Set.of(ClusterAction.DELETE), (_, _, _) -> false))
        : List.of();
  }

  @Override
  public PostFilterResult postFilter(
      CycleState state, PodInfo pod, ClusterView cluster, NodeVerdicts verdicts, DryRun dryRun) {
    measures.preemptionTried();
    return switch (evaluator.decide(pod, cluster, verdicts, dryRun)) {
      case PreemptionDecision.Evict(var node, var victims) -> {
        measures.preempted(victims.pods().size());
        preemptions.begin(pod.pod(), node, pods(victims.pods()), pods(dryRun.nominatedTo(node)));
        yield new PostFilterResult(Verdict.success(), node);
      }
      case PreemptionDecision.Refuse(var message, boolean clearsNomination) ->
          new PostFilterResult(
              Verdict.unschedulable(Reason.of("NotPreempting", "preemption: " + message)),
              clearsNomination ? "" : null,
              // Then no node has pods that could go; neither time nor chance has a say in that.
              clearsNomination);
      case PreemptionDecision.Fail(var message) ->
          new PostFilterResult(Verdict.error("preemption: " + message), null);
    };
  }

  private static List<Pod> pods(List<PodInfo> infos) {
    return infos.stream().map(PodInfo::pod).toList();
  }

  /** What preemption could do for a pod on every node; evicts nobody. */
  public PreemptionSurvey survey(
      PodInfo pod, ClusterView cluster, NodeVerdicts verdicts, DryRun dryRun) {
    return evaluator.survey(pod, cluster, verdicts, dryRun);
  }
}
