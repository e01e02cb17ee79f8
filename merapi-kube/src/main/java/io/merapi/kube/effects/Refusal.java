package io.merapi.kube.effects;

import io.merapi.api.device.ResourceClaim;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The ports of a scheduler that is only asked: every effect fails, and reports go nowhere. */
final class Refusal implements Binder, VolumeWriter, ClaimWriter, Evictor, PodReporter {

  private static final Outcome REFUSED = new Outcome.Failed("nothing is carried out here");

  @Override
  public CompletionStage<Outcome> bind(Pod pod, String nodeName) {
    return refused();
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolume volume) {
    return refused();
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolumeClaim claim) {
    return refused();
  }

  @Override
  public CompletionStage<Created> create(ResourceClaim claim) {
    return CompletableFuture.completedStage(new Created(REFUSED, claim));
  }

  @Override
  public CompletionStage<Outcome> delete(ResourceClaim claim) {
    return refused();
  }

  @Override
  public CompletionStage<Outcome> update(ResourceClaim claim) {
    return refused();
  }

  @Override
  public CompletionStage<Outcome> report(Pod pod, PodStatus.ExtendedResourceClaim status) {
    return refused();
  }

  @Override
  public CompletionStage<Outcome> evict(Pod victim, Pod preemptor) {
    return refused();
  }

  @Override
  public void scheduled(Pod pod, String nodeName) {}

  @Override
  public void unscheduled(Pod pod, String reason, String message, @Nullable String nominatedNode) {}

  @Override
  public void preempted(Pod victim, Pod preemptor, String nodeName) {}

  @Override
  public void expected(Pod pod, String nodeName) {}

  @Override
  public void nominationCleared(Pod pod) {}

  private static CompletionStage<Outcome> refused() {
    return CompletableFuture.completedStage(REFUSED);
  }
}
