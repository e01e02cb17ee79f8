package io.merapi.cluster.effects;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.kube.effects.PodReporter;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Tells users what came of their pods, by Events, by the condition {@code PodScheduled} and by the
 * nominated node, in the words of kube-scheduler.
 */
final class ApiPodReporter implements PodReporter {

  private final EventWriter events;
  private final PodStatusWriter statuses;
  private final InstantSource clock;

  ApiPodReporter(EventWriter events, PodStatusWriter statuses, InstantSource clock) {
    this.events = events;
    this.statuses = statuses;
    this.clock = clock;
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
    statuses.write(pod, condition, nominatedNode);
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
    statuses.write(pod, null, nodeName);
  }

  @Override
  public void nominationCleared(Pod pod) {
    statuses.write(pod, null, "");
  }
}
