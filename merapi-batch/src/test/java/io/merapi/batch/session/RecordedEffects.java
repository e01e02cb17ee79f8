package io.merapi.batch.session;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.extension.BindContext;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.kube.effects.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Keeps what sessions do as lines of text, and refuses what it is told to refuse. */
public final class RecordedEffects implements BatchEffects {

  private final List<String> calls = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final Set<String> refused = new HashSet<>();
  private final Map<String, PodGroup.Status> groups = new TreeMap<>();

  /** Has every effect on a pod fail. */
  public void refuse(String podName) {
    refused.add(podName);
  }

  /** Everything but events, in order. */
  public List<String> calls() {
    return calls;
  }

  /** Everything that was reported of groups, in order. */
  public List<String> events() {
    return events;
  }

  /** The status that was written last for a group; absent where none was. */
  public Map<String, PodGroup.Status> groups() {
    return groups;
  }

  @Override
  public Outcome bind(Pod pod, String nodeName, BindContext context) {
    return effect(pod, "bind %s to %s %s".formatted(pod.name(), nodeName, context.annotations()));
  }

  @Override
  public Outcome evict(Pod pod, PodGroup group, String reason) {
    return effect(pod, "evict %s: %s".formatted(pod.name(), reason));
  }

  private Outcome effect(Pod pod, String call) {
    if (refused.contains(pod.name())) {
      return new Outcome.Failed("refused");
    }
    calls.add(call);
    return new Outcome.Done();
  }

  @Override
  public void removeQueueGate(Pod pod) {
    calls.add("remove the queue's gate from %s".formatted(pod.name()));
  }

  @Override
  public void updateStatus(PodGroup group, PodGroup.Status status) {
    groups.put(group.name(), status);
    calls.add("group %s: %s".formatted(group.name(), status.phase().text()));
  }

  @Override
  public void updateAllocated(Queue queue, ResourceList allocated) {
    calls.add("queue %s: %s".formatted(queue.name(), allocated.amounts()));
  }

  @Override
  public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {
    calls.add(
        "pod %s: %s, %s%s"
            .formatted(
                pod.name(),
                reason,
                message,
                nominatedNode.isEmpty() ? "" : ", nominated to " + nominatedNode));
  }

  @Override
  public void report(PodGroup group, String type, String reason, String message) {
    events.add("%s %s: %s, %s".formatted(type, group.name(), reason, message));
  }
}
