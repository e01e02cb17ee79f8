package io.merapi.explain.conformance;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.placement.PlacementOutcome.Placed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Schedules pods one after the other, each assumed on its node before the next. */
final class SequenceRun {

  private final KubeEngine engine;
  private final List<Object> steps = new ArrayList<>();
  private final Map<String, Object> assigned = new TreeMap<>();
  private boolean complete = true;

  SequenceRun(KubeEngine engine) {
    this.engine = engine;
  }

  /** The steps in the shape of the recorded ones; a pod with several best nodes is the last. */
  Map<String, Object> over(List<String> queue) {
    for (String key : queue) {
      var step = new TreeMap<String, Object>();
      step.put("pod", key);
      step(engine.pod(key), step);
      steps.add(step);
      if (step.containsKey("tied")) {
        complete = false;
        break;
      }
    }
    return new TreeMap<>(Map.of("steps", steps, "assigned", assigned, "complete", complete));
  }

  private void step(PodInfo pod, Map<String, Object> step) {
    SchedulingProfile profile = engine.profile(pod);
    if (profile == null || pod.pod().meta().deletionTimestamp() != null) {
      step.put("ignored", true);
      return;
    }
    ClusterView cluster = engine.cluster();
    if (!profile.preEnqueue(pod, cluster).isSuccess()) {
      step.put("gated", true);
      return;
    }
    PodAttempt attempt = profile.attempt(pod, cluster);
    Nominations nominations = engine.nominations();
    switch (engine.placement(profile).place(attempt, nominations)) {
      case PlacementOutcome.NoNodes _ -> step.put("error", PlacementOutcome.NoNodes.MESSAGE);
      case PlacementOutcome.Failed(var message) -> step.put("error", message);
      case PlacementOutcome.Unfit(var error) -> step.put("fitError", error.message(""));
      case Placed placed -> {
        List<String> best =
            profile.scoring().hasScorers()
                ? placed.best()
                : allFeasible(profile, attempt, nominations);
        if (best.size() > 1) {
          step.put("tied", best);
        } else {
          take(profile, attempt, placed.node(), step);
        }
      }
    }
  }

  /** Without scores the search ends at any node that fits: all of them tie. */
  private static List<String> allFeasible(
      SchedulingProfile profile, PodAttempt attempt, Nominations nominations) {
    return attempt.cluster().nodes().stream()
        .map(NodeInfo::name)
        .filter(name -> {
          NodeInfo node = attempt.cluster().node(name);
          return node != null
              && profile.filtering().filter(attempt, node, nominations.on(name)).isSuccess();
        })
        .toList();
  }

  private void take(
      SchedulingProfile profile, PodAttempt attempt, String node, Map<String, Object> step) {
    engine.assume(attempt.pod(), node);
    PluginVerdict reserved = profile.binding().reserve(attempt, node);
    if (!reserved.isSuccess()) {
      step.put("error", reserved.message());
      return;
    }
    step.put("host", node);
    assigned.put(attempt.pod().key(), node);
  }
}
