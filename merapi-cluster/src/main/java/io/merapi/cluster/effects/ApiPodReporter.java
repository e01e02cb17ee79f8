package io.merapi.cluster.effects;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.kube.effects.PodReporter;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Tells users what came of their pods, by Events, by the condition {@code PodScheduled} and by the
 * nominated node, in the words of kube-scheduler.
 *
 * <p>Changes of a status are not dropped, but a newer one takes the place of an older one of the
 * same pod that has not gone out yet, so there are never more of them than pods.
 */
final class ApiPodReporter implements PodReporter {

  private final Requests requests;
  private final RequestLanes lanes;
  private final EventWriter events;
  private final InstantSource clock;
  private final Map<String, StatusChange> waiting = new HashMap<>();
  private final AtomicLong failed = new AtomicLong();

  ApiPodReporter(Requests requests, RequestLanes lanes, EventWriter events, InstantSource clock) {
    this.requests = requests;
    this.lanes = lanes;
    this.events = events;
    this.clock = clock;
  }

  /** What is to be written of a pod's status; null for what stays. */
  private record StatusChange(
      Pod pod, @Nullable PodCondition condition, @Nullable String nominatedNode) {

    StatusChange after(@Nullable StatusChange before) {
      return before == null
          ? this
          : new StatusChange(
              pod,
              condition == null ? before.condition : condition,
              nominatedNode == null ? before.nominatedNode : nominatedNode);
    }
  }

  @Override
  public void scheduled(Pod pod, String nodeName) {
    events.once(
        new PodEvent(
            pod,
            null,
            "Normal",
            "Scheduled",
            "Binding",
            "Successfully assigned %s/%s to %s".formatted(pod.namespace(), pod.name(), nodeName),
            pod.spec().schedulerName(),
            clock.instant()));
  }

  @Override
  public void unscheduled(Pod pod, String reason, String message, @Nullable String nominatedNode) {
    Instant now = clock.instant();
    events.repeatable(
        new PodEvent(
            pod,
            null,
            "Warning",
            "FailedScheduling",
            "Scheduling",
            message,
            pod.spec().schedulerName(),
            now));
    PodCondition condition = Conditions.change(pod, "PodScheduled", "False", reason, message, now);
    change(new StatusChange(pod, condition, nominationChange(pod, nominatedNode)));
  }

  @Override
  public void preempted(Pod victim, Pod preemptor, String nodeName) {
    events.once(
        new PodEvent(
            victim,
            preemptor,
            "Normal",
            "Preempted",
            "Preempting",
            "Preempted by pod %s on node %s".formatted(preemptor.meta().uid(), nodeName),
            preemptor.spec().schedulerName(),
            clock.instant()));
  }

  @Override
  public void expected(Pod pod, String nodeName) {
    change(new StatusChange(pod, null, nominationChange(pod, nodeName)));
  }

  @Override
  public void nominationCleared(Pod pod) {
    change(new StatusChange(pod, null, nominationChange(pod, "")));
  }

  /** Changes of a status that the server did not take. */
  long failed() {
    return failed.get();
  }

  private static @Nullable String nominationChange(Pod pod, @Nullable String node) {
    return node == null || node.equals(pod.status().nominatedNodeName()) ? null : node;
  }

  private void change(StatusChange change) {
    if (change.condition == null && change.nominatedNode == null) {
      return;
    }
    String uid = change.pod.meta().uid();
    synchronized (waiting) {
      StatusChange before = waiting.put(uid, change.after(waiting.get(uid)));
      if (before != null) {
        return;
      }
    }
    lanes.later(() -> write(uid));
  }

  private void write(String uid) {
    StatusChange change;
    synchronized (waiting) {
      change = waiting.remove(uid);
    }
    if (change == null) {
      return;
    }
    try {
      ApiAnswer answer =
          requests.send(Conditions.patch(change.pod, change.condition, change.nominatedNode));
      // A pod that is gone meanwhile needs no report.
      if (!answer.succeeded()
          && answer.code() != ApiStatus.NOT_FOUND
          && answer.code() != ApiStatus.CONFLICT) {
        failed.incrementAndGet();
      }
    } catch (IOException _) {
      failed.incrementAndGet();
    }
  }
}
