package io.merapi.sim.cluster;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.pod.PodStatus.ExtendedResourceClaim;
import io.merapi.api.pod.PodStatus.PodCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pods with another status. */
final class PodStatuses {

  /** The words of Volcano before the reason of an eviction. */
  static final String EVICTED_BECAUSE_OF = "Pod is evicted, because of ";

  private static final String SCHEDULED = "PodScheduled";
  private static final String READY = "Ready";

  private PodStatuses() {}

  static Pod running(Pod pod, String nodeName, Instant since) {
    Pod bound = pod.onNode(nodeName);
    return with(bound, PodPhase.RUNNING, "", since, condition(pod, "True", "", "", since));
  }

  /** The pod on a node on which it has not started yet. */
  static Pod assigned(Pod pod, String nodeName) {
    PodStatus status = pod.status();
    return with(pod.onNode(nodeName), PodPhase.PENDING, "", null, status.conditions());
  }

  static Pod ended(Pod pod) {
    return terminated(pod, PodPhase.SUCCEEDED);
  }

  static Pod failed(Pod pod) {
    return terminated(pod, PodPhase.FAILED);
  }

  private static Pod terminated(Pod pod, PodPhase phase) {
    PodStatus status = pod.status();
    return with(pod, phase, status.nominatedNodeName(), status.startTime(), status.conditions());
  }

  /** The pod as it was before it was ever tried, for a controller that makes it anew. */
  static Pod fresh(Pod pod) {
    ObjectMeta old = pod.meta();
    ObjectMeta meta =
        ObjectMeta.named(old.namespace(), old.name())
            .withLabels(old.labels())
            .withAnnotations(old.annotations())
            .withOwners(old.owners())
            .withFinalizers(old.finalizers());
    return new Pod(meta, "", pod.spec(), PodStatus.UNREPORTED);
  }

  /** The pod as one that was created: it waits. */
  static Pod pending(Pod pod) {
    PodStatus status = pod.status();
    return with(
        pod, PodPhase.PENDING, status.nominatedNodeName(), status.startTime(), status.conditions());
  }

  /** The pod with what tells that it is evicted, and for whom. */
  static Pod evicted(Pod pod, String reason, Instant now) {
    PodStatus status = pod.status();
    var conditions = new ArrayList<>(status.conditions());
    conditions.removeIf(known -> known.type().equals(READY));
    conditions.add(new PodCondition(READY, "False", "Evict", EVICTED_BECAUSE_OF + reason, now));
    return with(pod, status.phase(), status.nominatedNodeName(), status.startTime(), conditions);
  }

  static Pod unscheduled(
      Pod pod, String reason, String message, @Nullable String nominatedNode, Instant now) {
    PodStatus status = pod.status();
    List<PodCondition> conditions = condition(pod, "False", reason, message, now);
    String nominated = nominatedNode == null ? status.nominatedNodeName() : nominatedNode;
    // Most pods that are tried again in vain are told what they have been told before.
    return conditions.equals(status.conditions()) && nominated.equals(status.nominatedNodeName())
        ? pod
        : with(pod, status.phase(), nominated, status.startTime(), conditions);
  }

  static Pod nominated(Pod pod, String nodeName) {
    PodStatus status = pod.status();
    return with(pod, status.phase(), nodeName, status.startTime(), status.conditions());
  }

  static Pod withClaim(Pod pod, ExtendedResourceClaim claim) {
    PodStatus old = pod.status();
    return with(
        pod, old.phase(), old.nominatedNodeName(), old.startTime(), old.conditions(), claim);
  }

  /** Its conditions with one for scheduling; the time changes only with the status. */
  private static List<PodCondition> condition(
      Pod pod, String value, String reason, String message, Instant now) {
    var conditions = new ArrayList<PodCondition>();
    Instant since = now;
    for (PodCondition known : pod.status().conditions()) {
      if (!known.type().equals(SCHEDULED)) {
        conditions.add(known);
      } else if (known.status().equals(value) && known.lastTransitionTime() != null) {
        since = known.lastTransitionTime();
      }
    }
    conditions.add(new PodCondition(SCHEDULED, value, reason, message, since));
    return conditions;
  }

  private static Pod with(
      Pod pod,
      PodPhase phase,
      String nominatedNode,
      @Nullable Instant startTime,
      List<PodCondition> conditions) {
    ExtendedResourceClaim claim = pod.status().extendedResourceClaim();
    return with(pod, phase, nominatedNode, startTime, conditions, claim);
  }

  private static Pod with(
      Pod pod,
      PodPhase phase,
      String nominatedNode,
      @Nullable Instant startTime,
      List<PodCondition> conditions,
      @Nullable ExtendedResourceClaim claim) {
    PodStatus old = pod.status();
    var status =
        new PodStatus(
            phase,
            nominatedNode,
            startTime,
            conditions,
            old.containerStatuses(),
            old.initContainerStatuses(),
            old.claimStatuses(),
            claim,
            old.allocatedResources(),
            old.resources(),
            old.qosClass());
    return new Pod(pod.meta(), pod.nodeName(), pod.spec(), status);
  }
}
