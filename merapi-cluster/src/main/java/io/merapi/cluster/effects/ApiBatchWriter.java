package io.merapi.cluster.effects;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.api.resource.ResourceList;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.effects.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Carries out what batch sessions decide, and tells of it in the words of vc-scheduler. */
final class ApiBatchWriter implements BatchWriter {

  private static final String GOOD = "Normal";

  private final Requests requests;
  private final ApiBinder binder;
  private final ApiEvictor evictor;
  private final ApiNodeLocks locks;
  private final PodStatusWriter podStatuses;
  private final BatchStatuses statuses;
  private final EventRecorder events;
  private final GatheredReports findings;
  private final InstantSource clock;

  ApiBatchWriter(
      Requests requests,
      ApiBinder binder,
      ApiEvictor evictor,
      PodStatusWriter podStatuses,
      StatusWriter statuses,
      EventRecorder events,
      Duration period,
      InstantSource clock) {
    this.requests = requests;
    this.binder = binder;
    this.evictor = evictor;
    this.locks = new ApiNodeLocks(requests, clock);
    this.podStatuses = podStatuses;
    this.statuses = new BatchStatuses(statuses, period);
    this.events = events;
    this.findings = new GatheredReports(period);
    this.clock = clock;
  }

  @Override
  public CompletionStage<Outcome> bind(Pod pod, String nodeName, Map<String, String> annotations) {
    findings.forget(pod.meta().uid());
    return binder
        .bind(pod, nodeName, annotations)
        .thenApply(outcome -> {
          if (outcome instanceof Outcome.Done) {
            String message =
                "Successfully assigned %s/%s to %s"
                    .formatted(pod.namespace(), pod.name(), nodeName);
            events.record(pod, GOOD, "Scheduled", message);
          }
          return outcome;
        });
  }

  @Override
  public CompletionStage<Outcome> lockNode(String nodeName, String lock) {
    return locks.lock(nodeName, lock);
  }

  @Override
  public CompletionStage<Outcome> unlockNode(String nodeName, String lock) {
    return locks.unlock(nodeName, lock);
  }

  @Override
  public CompletionStage<Outcome> evict(Pod pod, PodGroup group, String reason) {
    String message = "Pod is evicted, because of " + reason;
    events.record(pod, "Warning", "Evict", message);
    events.record(group, GOOD, "Evict", reason);
    PodCondition notReady =
        Conditions.change(pod, "Ready", "False", "Evict", message, clock.instant());
    return evictor.evict(
        pod, pod.spec().schedulerName(), notReady == null ? List.of() : List.of(notReady));
  }

  @Override
  public CompletionStage<Outcome> removeGate(Pod pod, String gate) {
    String change =
        ObjectWriter.json(
            Map.of(
                "metadata",
                Map.of("uid", pod.meta().uid()),
                "spec",
                Map.of("schedulingGates", List.of(Map.of("$patch", "delete", "name", gate)))));
    ApiRequest request = ApiCall.PATCH_POD.patch(pod, ApiRequest.STRATEGIC_MERGE, change);
    return requests.urgent(() -> removed(request), Requests::failed);
  }

  private Outcome removed(ApiRequest request) throws IOException {
    ApiAnswer answer = requests.send(request);
    return answer.code() == ApiStatus.NOT_FOUND ? new Outcome.Done() : Requests.outcome(answer);
  }

  @Override
  public void updateStatus(PodGroup group, PodGroup.Status status) {
    statuses.write(group, status);
  }

  @Override
  public void updateAllocated(Queue queue, ResourceList allocated) {
    statuses.write(queue, allocated);
  }

  @Override
  public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {
    findings.add(
        pod.meta().uid(), "waiting", () -> tellWaiting(pod, reason, message, nominatedNode));
  }

  private void tellWaiting(Pod pod, String reason, String message, String nominatedNode) {
    PodCondition condition =
        Conditions.change(pod, "PodScheduled", "False", reason, message, clock.instant());
    if (podStatuses.write(pod, condition, nominatedNode.isEmpty() ? null : nominatedNode)) {
      events.record(pod, "Warning", "FailedScheduling", message);
    }
  }

  @Override
  public void report(PodGroup group, String type, String reason, String message) {
    if (type.equals(GOOD)) {
      findings.forget(group.meta().uid());
    }
    findings.add(group.meta().uid(), message, () -> events.record(group, type, reason, message));
  }
}
