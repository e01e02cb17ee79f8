package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.device.ResourceClaim.Condition;
import io.merapi.api.device.ResourceClaim.DeviceStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether devices that have to be made ready for a pod are, as their drivers report. */
final class BindingConditions {

  private final Duration timeout;
  private final InstantSource clock;

  BindingConditions(Duration timeout, InstantSource clock) {
    this.timeout = timeout;
    this.clock = clock;
  }

  /** How far a claim's devices are. */
  Progress of(ResourceClaim claim) {
    Allocation allocation = claim.allocation();
    if (allocation == null) {
      return Progress.WAITING;
    }
    for (Allocation.Result result : allocation.results()) {
      if (result.bindingConditions().isEmpty()) {
        continue;
      }
      DeviceStatus status = status(claim, result);
      if (status == null) {
        return waiting(allocation);
      }
      for (String failure : result.bindingFailureConditions()) {
        Condition condition = find(status.conditions(), failure);
        if (isTrue(condition)) {
          return new Progress(State.FAILED, condition);
        }
      }
      for (String wanted : result.bindingConditions()) {
        if (!isTrue(find(status.conditions(), wanted))) {
          return waiting(allocation);
        }
      }
    }
    return Progress.READY;
  }

  private Progress waiting(Allocation allocation) {
    return allocation.allocationTimestamp() != null
            && allocation.allocationTimestamp().plus(timeout).isBefore(clock.instant())
        ? Progress.TOO_LATE
        : Progress.WAITING;
  }

  static boolean hasAny(ResourceClaim claim) {
    return claim.allocation() != null
        && claim.allocation().results().stream()
            .anyMatch(result -> !result.bindingConditions().isEmpty());
  }

  private static @Nullable DeviceStatus status(ResourceClaim claim, Allocation.Result result) {
    for (DeviceStatus status : claim.devices()) {
      if (status.device().equals(result.device())
          && status.driver().equals(result.driver())
          && status.pool().equals(result.pool())) {
        return status;
      }
    }
    return null;
  }

  private static @Nullable Condition find(List<Condition> conditions, String type) {
    for (Condition condition : conditions) {
      if (condition.type().equals(type)) {
        return condition;
      }
    }
    return null;
  }

  private static boolean isTrue(@Nullable Condition condition) {
    return condition != null && condition.status().equals("True");
  }

  /** How far devices are on their way. */
  enum State {
    READY,
    WAITING,
    TOO_LATE,
    FAILED
  }

  /**
   * How far a claim's devices are.
   *
   * @param failure what a driver says went wrong; only of a failure
   */
  record Progress(State state, @Nullable Condition failure) {

    static final Progress READY = new Progress(State.READY, null);
    static final Progress WAITING = new Progress(State.WAITING, null);
    static final Progress TOO_LATE = new Progress(State.TOO_LATE, null);
  }
}
