package io.merapi.sim.workload;

import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Pod;
import io.merapi.config.objects.SimulatedDuration;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the annotations of a pod say of its life. */
public final class PodPlan {

  private PodPlan() {}

  /** How long a pod runs on its node; null for one that never ends by itself. */
  public static @Nullable Duration runTime(Pod pod) {
    return duration(pod.meta().annotations(), SimulationKeys.RUN_TIME);
  }

  /** After how long its first attempt fails; null for one that does not. */
  public static @Nullable Duration failsAfter(Pod pod) {
    return duration(pod.meta().annotations(), SimulationKeys.FAILS_AFTER);
  }

  /** How long it takes to end when it is deleted; null where the cluster decides. */
  public static @Nullable Duration terminationTime(Pod pod) {
    return duration(pod.meta().annotations(), SimulationKeys.TERMINATION_TIME);
  }

  private static @Nullable Duration duration(Labels annotations, String key) {
    String text = annotations.get(key);
    return text == null ? null : SimulatedDuration.parse(text);
  }
}
