package io.merapi.explain.answers;

import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.preemption.PreemptionSurvey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What came of the attempt to make room for a pod, in the shape of the recorded answers. */
final class RoomAnswers {

  private RoomAnswers() {}

  static Map<String, Object> of(PostFilterOutcome room, @Nullable PreemptionSurvey preemption) {
    var answer = new TreeMap<String, Object>();
    answer.put("status", Statuses.of(room.result()));
    if (preemption != null) {
      preemption(preemption, answer);
    }
    String node = room.nominatedNode();
    if (node != null && node.isEmpty()) {
      answer.put("clearsNomination", true);
    } else if (node != null) {
      answer.put("nominatedNodes", nominated(node, preemption));
    }
    return answer;
  }

  private static void preemption(PreemptionSurvey survey, Map<String, Object> answer) {
    if (!survey.ineligible().isEmpty()) {
      answer.put("ineligibleReason", survey.ineligible());
    }
    if (survey.potentialNodes().isEmpty()) {
      return;
    }
    answer.put("potentialNodes", survey.potentialNodes().stream().sorted().toList());
    answer.put("numCandidates", (long) survey.wanted());
    if (survey.sampled()) {
      answer.put("sampled", true);
    }
    var candidates = new TreeMap<String, Object>();
    survey
        .candidates()
        .forEach((node, victims) ->
            candidates.put(
                node,
                Map.of(
                    "victims", victims.pods().stream().map(PodInfo::key).toList(),
                    "numPDBViolations", victims.pdbViolations())));
    var others = new TreeMap<String, Object>();
    survey
        .others()
        .forEach((node, why) ->
            others.put(node, Statuses.of(new PluginVerdict(why.verdict(), why.plugin()))));
    if (!candidates.isEmpty()) {
      answer.put("candidates", candidates);
    }
    if (!others.isEmpty()) {
      answer.put("nodeStatuses", others);
    }
  }

  /** The nodes that the cycle could have nominated as well as the one that it did nominate. */
  private static List<String> nominated(String node, @Nullable PreemptionSurvey survey) {
    if (survey == null) {
      return List.of(node);
    }
    Collection<String> equals = survey.sampled() ? survey.candidates().keySet() : survey.best();
    return equals.contains(node) ? equals.stream().sorted().toList() : List.of(node);
  }
}
