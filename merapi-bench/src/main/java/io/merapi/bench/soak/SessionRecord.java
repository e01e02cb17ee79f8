package io.merapi.bench.soak;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.extension.BindContext;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.kube.effects.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a session does: as text, and as the objects that come of it in a cluster that obeys. */
final class SessionRecord implements BatchEffects {

  private final List<String> lines = new ArrayList<>();
  private final List<ClusterObject> objects = new ArrayList<>();
  private final List<BindContext.Step> steps = new ArrayList<>();

  /** What was done since this was last asked, in order. */
  List<String> takeLines() {
    List<String> taken = List.copyOf(lines);
    lines.clear();
    return taken;
  }

  /** The objects that changed since this was last asked, in order. */
  List<ClusterObject> takeObjects() {
    List<ClusterObject> taken = List.copyOf(objects);
    objects.clear();
    return taken;
  }

  /** What is left to be done before pods are bound since this was last asked, in order. */
  List<BindContext.Step> takeSteps() {
    List<BindContext.Step> taken = List.copyOf(steps);
    steps.clear();
    return taken;
  }

  @Override
  public Outcome bind(Pod pod, String nodeName, BindContext context) {
    lines.add("bind %s to %s %s".formatted(pod.key(), nodeName, context.annotations()));
    objects.add(PodStates.withPhase(pod.onNode(nodeName), PodPhase.RUNNING));
    steps.addAll(context.steps());
    return new Outcome.Done();
  }

  @Override
  public Outcome evict(Pod pod, PodGroup group, String reason) {
    lines.add("evict %s: %s".formatted(pod.key(), reason));
    objects.add(pod.withMeta(pod.meta().withDeletion(Instant.EPOCH)));
    return new Outcome.Done();
  }

  @Override
  public void removeQueueGate(Pod pod) {
    lines.add("remove the gate of " + pod.key());
  }

  @Override
  public void updateStatus(PodGroup group, PodGroup.Status status) {
    // The session that changed a condition last has another name in each way.
    List<String> conditions =
        status.conditions().stream()
            .map(condition ->
                "%s %s %s %s"
                    .formatted(
                        condition.type(),
                        condition.status(),
                        condition.reason(),
                        condition.message()))
            .toList();
    lines.add(
        "group %s: %s %s %d %d %d"
            .formatted(
                group.key(),
                status.phase(),
                conditions,
                status.running(),
                status.succeeded(),
                status.failed()));
    objects.add(group.withStatus(status));
  }

  @Override
  public void updateAllocated(Queue queue, ResourceList allocated) {
    lines.add("queue %s: %s".formatted(queue.key(), allocated.amounts()));
    objects.add(queue.withStatus(queue.state(), allocated));
  }

  @Override
  public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {
    lines.add("%s waits: %s, %s, %s".formatted(pod.key(), reason, message, nominatedNode));
    if (!nominatedNode.isEmpty()) {
      objects.add(PodStates.nominated(pod, nominatedNode));
    }
  }

  @Override
  public void report(PodGroup group, String type, String reason, String message) {
    lines.add("%s %s: %s, %s".formatted(type, group.key(), reason, message));
  }
}
