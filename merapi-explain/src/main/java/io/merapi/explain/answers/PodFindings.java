package io.merapi.explain.answers;

import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.LonePlugin;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.framework.PreFilterOutcome;
import io.merapi.kube.framework.PreScoreOutcome;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreOutcome;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.preemption.PreemptionSurvey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the plugins of a profile said of a pod.
 *
 * @param keptOutBy the plugins that keep the pod out of the queue; the others were asked regardless
 * @param alone by plugin, what it says by itself
 * @param nodes by name, in the order of nodes, the verdict on every node that was looked at
 * @param preScore absent where no node fits or no plugin scores
 * @param scores absent where the nodes were not scored
 * @param rawScores by plugin, in the order of the nodes that fit, what the plugins said where
 *     scoring failed; empty otherwise
 * @param room what came of the attempt to make room; absent where none was made
 * @param preemption what preemption could do on every node; absent where it was not asked
 */
public record PodFindings(
    PodInfo pod,
    SchedulingProfile profile,
    List<PluginVerdict> keptOutBy,
    Map<String, LonePlugin.Answer> alone,
    PreFilterOutcome preFilter,
    Map<String, PluginVerdict> nodes,
    @Nullable PreScoreOutcome preScore,
    @Nullable ScoreOutcome scores,
    Map<String, long[]> rawScores,
    PlacementOutcome placement,
    @Nullable PostFilterOutcome room,
    @Nullable PreemptionSurvey preemption) {

  public PodFindings {
    keptOutBy = List.copyOf(keptOutBy);
    alone = Collections.unmodifiableMap(new LinkedHashMap<>(alone));
    nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
    rawScores = Collections.unmodifiableMap(new LinkedHashMap<>(rawScores));
  }

  /** The nodes that fit, by name, in the order of nodes. */
  public List<String> feasible() {
    return nodes.entrySet().stream()
        .filter(entry -> entry.getValue().isSuccess())
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The text of the pod's event where no node fits, or of the failure where there is one; empty
   * where the pod finds a node.
   */
  public String failure() {
    return switch (placement) {
      case PlacementOutcome.NoNodes _ -> PlacementOutcome.NoNodes.MESSAGE;
      case PlacementOutcome.Failed(var message) -> message;
      case PlacementOutcome.Unfit(var error) ->
          error.message(room == null ? "" : room.result().message());
      case PlacementOutcome.Placed _ -> "";
    };
  }
}
