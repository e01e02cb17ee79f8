package io.merapi.kube.preemption;

import io.merapi.api.framework.DryRun.Judgement;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * What preemption could do for a pod on every node of the cluster.
 *
 * @param ineligible why the pod may not evict others, in upstream's words; empty where it may
 * @param potentialNodes the nodes on which eviction might help, in the order of nodes
 * @param wanted with how many candidates a cycle is content
 * @param candidates by node, who would have to go; those that violate no budget first
 * @param others by node, why the other potential nodes are no candidates
 * @param best the candidates with the smallest loss, which are equal
 */
public record PreemptionSurvey(
    String ineligible,
    List<String> potentialNodes,
    int wanted,
    SequencedMap<String, Victims> candidates,
    SequencedMap<String, Judgement> others,
    List<String> best) {

  public PreemptionSurvey {
    potentialNodes = List.copyOf(potentialNodes);
    candidates = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(candidates));
    others = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(others));
    best = List.copyOf(best);
  }

  static PreemptionSurvey ineligible(String why) {
    return new PreemptionSurvey(
        why, List.of(), 0, new LinkedHashMap<>(), new LinkedHashMap<>(), List.of());
  }

  /** Whether a cycle may be content before it has looked at every node. */
  public boolean sampled() {
    return wanted < potentialNodes.size();
  }
}
