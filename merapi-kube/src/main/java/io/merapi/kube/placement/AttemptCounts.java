package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** What was counted for an attempt, by the places of the keys; shows one after the other. */
final class AttemptCounts implements IntFunction<@Nullable ClusterCounts> {

  private final List<CycleKey<? extends ClusterCounts>> keys;
  private @Nullable CycleState state;

  AttemptCounts(List<CycleKey<? extends ClusterCounts>> keys) {
    this.keys = keys;
  }

  /** Shows those of another attempt. */
  AttemptCounts of(CycleState other) {
    state = other;
    return this;
  }

  @Override
  public @Nullable ClusterCounts apply(int place) {
    return Objects.requireNonNull(state).get(keys.get(place));
  }
}
