package io.merapi.kube.preemption;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.extenders.SchedulerExtender.ExtenderException;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import io.merapi.kube.preemption.NodeTry.Room;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Lets extenders look through candidates: they may drop some, or name other victims. */
final class CandidateReview {

  private final List<SchedulerExtender> extenders;

  CandidateReview(List<SchedulerExtender> extenders) {
    this.extenders = extenders.stream().filter(SchedulerExtender::preempts).toList();
  }

  /** What the extenders leave of the candidates. */
  List<Room> of(List<Room> candidates, PodInfo pod, ClusterView cluster) throws ExtenderException {
    List<SchedulerExtender> asked =
        extenders.stream().filter(extender -> extender.interestedIn(pod.pod())).toList();
    if (asked.isEmpty()) {
      return candidates;
    }
    SequencedMap<String, Victims> left = new LinkedHashMap<>();
    for (Room candidate : candidates) {
      left.put(candidate.node(), candidate.victims());
    }
    for (SchedulerExtender extender : asked) {
      if (!left.isEmpty()) {
        left = ask(extender, pod, left, cluster);
      }
    }
    var reviewed = new ArrayList<Room>();
    left.forEach((node, victims) -> reviewed.add(new Room(node, victims)));
    return reviewed;
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
}
