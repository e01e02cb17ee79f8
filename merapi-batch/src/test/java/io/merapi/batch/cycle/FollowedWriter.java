package io.merapi.batch.cycle;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.batch.session.World;
import io.merapi.kube.effects.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Notes what a scheduler has done, and what the cluster says once it has come true. */
final class FollowedWriter implements BatchWriter {

  /** Without the names of sessions, which differ from scheduler to scheduler. */
  final List<String> calls = new ArrayList<>();

  final List<ObjectEvent> confirmations = new ArrayList<>();

  void forget() {
    calls.clear();
    confirmations.clear();
  }

  private CompletionStage<Outcome> done(String call) {
    calls.add(call);
    return CompletableFuture.completedStage(new Outcome.Done());
  }

  private void confirmed(ClusterObject object) {
    confirmations.add(new ObjectEvent.Applied(object));
  }

  @Override
  public CompletionStage<Outcome> bind(Pod pod, String nodeName, Map<String, String> annotations) {
    Map<String, String> all = pod.meta().annotations().toMap();
    all.putAll(annotations);
    confirmed(pod.withMeta(pod.meta().withAnnotations(Labels.of(all))).onNode(nodeName));
    return done("bind %s to %s %s".formatted(pod.name(), nodeName, annotations));
  }

  @Override
  public CompletionStage<Outcome> evict(Pod pod, PodGroup group, String reason) {
    confirmed(pod.withMeta(pod.meta().withDeletion(World.NOW)));
    return done("evict %s: %s".formatted(pod.name(), reason));
  }

  @Override
  public CompletionStage<Outcome> lockNode(String nodeName, String lock) {
    return done("lock %s by %s".formatted(nodeName, lock));
  }

  @Override
  public CompletionStage<Outcome> unlockNode(String nodeName, String lock) {
    return done("unlock %s by %s".formatted(nodeName, lock));
  }

  @Override
  public CompletionStage<Outcome> removeGate(Pod pod, String gate) {
    return done("ungate %s".formatted(pod.name()));
  }

  @Override
  public void updateStatus(PodGroup group, PodGroup.Status status) {
    confirmed(group.withStatus(status));
    var conditions = new ArrayList<String>();
    status
        .conditions()
        .forEach(it -> conditions.add(it.type() + it.status() + it.reason() + it.message()));
    calls.add("group %s: %s %s".formatted(group.name(), status.phase(), conditions));
  }

  @Override
  public void updateAllocated(Queue queue, ResourceList allocated) {
    confirmed(queue.withStatus(queue.state(), allocated));
    calls.add("queue %s: %s".formatted(queue.name(), allocated));
  }

  @Override
  public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {
    calls.add("%s waits: %s %s %s".formatted(pod.name(), reason, message, nominatedNode));
  }

  @Override
  public void report(PodGroup group, String type, String reason, String message) {
    calls.add("event of %s: %s %s %s".formatted(group.name(), type, reason, message));
  }
}
