package io.merapi.cli;

import io.merapi.api.pod.PodInfo;
import io.merapi.explain.answers.PodFindings;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.preemption.PreemptionSurvey;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** What preemption would do for a pod that fits nowhere, in a few lines. */
final class PreemptionText {

  /** Victims shown, unless all are asked for. */
  private static final int VICTIMS = 10;

  private final PrintWriter out;
  private final boolean all;

  PreemptionText(PrintWriter out, boolean all) {
    this.out = out;
    this.all = all;
  }

  /** Prints nothing where preemption was not asked. */
  void print(PodFindings findings) {
    PreemptionSurvey survey = findings.preemption();
    PostFilterOutcome room = findings.room();
    if (survey == null || room == null) {
      return;
    }
    out.println();
    if (!survey.ineligible().isEmpty()) {
      out.println("Preemption is not tried: " + survey.ineligible());
    } else if (survey.potentialNodes().isEmpty()) {
      out.println("Preemption cannot help: on no node is it other pods that stand in the way.");
    } else if (survey.candidates().isEmpty()) {
      out.println(
          "Preemption cannot help: with every pod of lower priority gone, the pod fits on none of %s."
              .formatted(Report.plural(survey.potentialNodes().size(), "node")));
    } else if (room.nominatedNode() != null && !room.nominatedNode().isEmpty()) {
      victims(survey, room.nominatedNode());
    }
  }

  private void victims(PreemptionSurvey survey, String node) {
    Victims victims = Objects.requireNonNull(survey.candidates().get(node));
    int count = victims.pods().size();
    out.println(
        "Preemption would evict %s from %s%s:"
            .formatted(Report.plural(count, "pod"), node, violations(victims)));
    out.println("  " + names(victims.pods()));
    int candidates = survey.candidates().size();
    if (candidates > 1) {
      String choice =
          survey.best().contains(node)
              ? "on %s the loss is smallest".formatted(node)
              : "the search ends when %,d are found".formatted(survey.wanted());
      out.println("  %,d nodes would do; %s.".formatted(candidates, choice));
    }
  }

  private static String violations(Victims victims) {
    if (victims.pdbViolations() == 0) {
      return "";
    }
    return victims.pdbViolations() == victims.pods().size()
        ? ", against a disruption budget"
        : ", %,d of them against a disruption budget".formatted(victims.pdbViolations());
  }

  private String names(List<PodInfo> pods) {
    List<PodInfo> shown = all || pods.size() <= VICTIMS ? pods : pods.subList(0, VICTIMS);
    String more =
        shown.size() < pods.size() ? " and %,d more".formatted(pods.size() - shown.size()) : "";
    return shown.stream()
            .map(pod -> "%s (priority %d)".formatted(pod.key(), pod.pod().spec().priorityOrZero()))
            .collect(Collectors.joining(", "))
        + more;
  }
}
