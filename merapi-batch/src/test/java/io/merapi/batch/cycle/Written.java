package io.merapi.batch.cycle;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.kube.effects.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Keeps what was bound and which phases were written, and answers at once. */
final class Written implements BatchWriter {

  final List<String> binds = new ArrayList<>();
  final List<String> phases = new ArrayList<>();
  Outcome outcome = new Outcome.Done();

  @Override
  public CompletionStage<Outcome> bind(Pod pod, String nodeName, Map<String, String> annotations) {
    binds.add("%s on %s".formatted(pod.name(), nodeName));
    return CompletableFuture.completedStage(outcome);
  }

  @Override
  public CompletionStage<Outcome> evict(Pod pod, PodGroup group, String reason) {
    return CompletableFuture.completedStage(outcome);
  }

  @Override
  public CompletionStage<Outcome> lockNode(String nodeName, String lock) {
    return CompletableFuture.completedStage(outcome);
  }

  @Override
  public CompletionStage<Outcome> unlockNode(String nodeName, String lock) {
    return CompletableFuture.completedStage(outcome);
  }

  @Override
  public CompletionStage<Outcome> removeGate(Pod pod, String gate) {
    return CompletableFuture.completedStage(outcome);
  }

  @Override
  public void updateStatus(PodGroup group, PodGroup.Status status) {
    phases.add("%s: %s".formatted(group.name(), status.phase()));
  }

  @Override
  public void updateAllocated(Queue queue, ResourceList allocated) {}

  @Override
  public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {}

  @Override
  public void report(PodGroup group, String type, String reason, String message) {}
}
