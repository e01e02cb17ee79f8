package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.device.ResourceClaim;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus;
import io.merapi.kube.effects.ClaimWriter;
import io.merapi.kube.effects.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Writes claims to a trial's cluster, as an API server does: only on top of the latest version. */
final class ClusterClaims implements ClaimWriter {

  final List<String> calls = new ArrayList<>();
  final List<PodStatus.ExtendedResourceClaim> reports = new ArrayList<>();
  private final DeviceTrial trial;
  private final Deque<String> failing = new ArrayDeque<>();
  private int version = 100;
  private boolean hidden;

  ClusterClaims(DeviceTrial trial) {
    this.trial = trial;
  }

  /** Lets the next call of a kind fail. */
  void fail(String call) {
    failing.add(call);
  }

  /** Lets the cluster take changes without showing them. */
  void hide() {
    hidden = true;
  }

  @Override
  public CompletionStage<Created> create(ResourceClaim claim) {
    if (fails("create " + claim.name())) {
      return CompletableFuture.completedStage(new Created(new Outcome.Failed("refused"), claim));
    }
    ObjectMeta meta = claim.meta();
    var named =
        new ObjectMeta(
            claim.name() + "x",
            meta.namespace(),
            "uid of " + claim.name(),
            String.valueOf(version++),
            null,
            null,
            meta.labels(),
            meta.annotations(),
            meta.owners(),
            meta.finalizers());
    ResourceClaim made = claim.withMeta(named);
    trial.with(made);
    return Outcome.done().thenApply(done -> new Created(done, made));
  }

  @Override
  public CompletionStage<Outcome> delete(ResourceClaim claim) {
    if (fails("delete " + claim.name())) {
      return Outcome.failed("refused");
    }
    trial.without(claim);
    return Outcome.done();
  }

  @Override
  public CompletionStage<Outcome> update(ResourceClaim claim) {
    if (fails("update " + claim.name())) {
      return Outcome.failed("refused");
    }
    ResourceClaim latest = trial.find(claim.name());
    if (hidden) {
      return Outcome.done();
    }
    if (latest == null) {
      return Outcome.failed("not found");
    }
    if (!latest.meta().resourceVersion().equals(claim.meta().resourceVersion())) {
      return Outcome.failed("conflict");
    }
    trial.with(claim.withMeta(claim.meta().withResourceVersion(String.valueOf(version++))));
    return Outcome.done();
  }

  @Override
  public CompletionStage<Outcome> report(Pod pod, PodStatus.ExtendedResourceClaim status) {
    reports.add(status);
    return fails("report " + pod.name()) ? Outcome.failed("refused") : Outcome.done();
  }

  private boolean fails(String call) {
    calls.add(call);
    return failing.removeFirstOccurrence(call.substring(0, call.indexOf(' ')));
  }
}
