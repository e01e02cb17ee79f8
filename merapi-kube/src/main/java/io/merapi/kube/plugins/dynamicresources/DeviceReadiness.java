package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.device.ResourceClaim.Condition;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.effects.Waiting;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.plugins.dynamicresources.BindingConditions.Progress;
import io.merapi.kube.state.AssumedObjects;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Waits for devices that have to be made ready before their pod may be bound. */
final class DeviceReadiness {

  private static final Verdict TOO_LATE =
      Verdict.error("device binding timeout: context deadline exceeded");

  private final @Nullable BindingConditions conditions;
  private final AssumedObjects assumed;
  private final Waiting waiting;
  private final Duration atMost;

  /**
   * @param conditions absent where no device has to be made ready
   */
  DeviceReadiness(@Nullable BindingConditions conditions, SchedulerParts parts, Duration atMost) {
    this.conditions = conditions;
    this.assumed = parts.assumed();
    this.waiting = parts.waiting();
    this.atMost = atMost;
  }

  /** Success when all devices are ready, an error when one fails or takes too long. */
  CompletionStage<Verdict> of(DeviceSearchState state) {
    BindingConditions judge = conditions;
    if (judge == null || state.claims().all().stream().noneMatch(BindingConditions::hasAny)) {
      return CompletableFuture.completedStage(Verdict.success());
    }
    return waiting.until(cluster -> look(judge, state.claims(), cluster), atMost, TOO_LATE);
  }

  private @Nullable Verdict look(BindingConditions judge, PodClaims claims, ClusterView cluster) {
    for (int i = 0; i < claims.size(); i++) {
      String key = claims.get(i).key();
      var claim = (ResourceClaim) assumed.latest(cluster, ObjectKind.RESOURCE_CLAIM, key);
      if (claim == null) {
        return Verdict.error("could not find ResourceClaim \"%s\"".formatted(key));
      }
      claims.set(i, claim);
      Progress progress = judge.of(claim);
      switch (progress.state()) {
        case READY -> {}
        case WAITING -> {
          return null;
        }
        case TOO_LATE -> {
          return Verdict.error("device binding timeout: claim=" + claim.name());
        }
        case FAILED -> {
          return Verdict.error(failure(claim, progress.failure()));
        }
      }
    }
    return Verdict.success();
  }

  private static String failure(ResourceClaim claim, @Nullable Condition failure) {
    return "device binding failed: claim=%s, reason=%s, message=\"%s\""
        .formatted(
            claim.name(),
            failure == null ? "" : failure.reason(),
            failure == null ? "" : failure.message());
  }
}
