package io.merapi.kube.cycle;

import io.merapi.api.fixes.Fixes;
import io.merapi.kube.placement.ClassMemory;
import io.merapi.kube.queue.QueueSettings;
import java.time.Duration;

/**
 * What a scheduler is told beside its configuration.
 *
 * @param seed decides among equally good choices; the same seed makes the same ones
 * @param upstreamSampling whether to look at a part of a large cluster only, as upstream does,
 *     where the configuration does not say how much
 * @param fixes the better behaviours that are switched on
 * @param assumedPodTimeout how long a bound pod is taken to be on its node without the cluster
 *     saying so; zero, as upstream has it, means for ever, because the watch tells in the end
 * @param maxUnschedulable after this time a pod is tried again though nothing has changed for it
 * @param reference whether every plugin is asked about every node, straight from the definition;
 *     what is decided is the same
 * @param memory how much may be remembered of classes of pods, by all profiles together
 */
public record SchedulerSettings(
    long seed,
    boolean upstreamSampling,
    Fixes fixes,
    Duration assumedPodTimeout,
    Duration maxUnschedulable,
    boolean reference,
    ClassMemory memory) {

  public static final SchedulerSettings DEFAULTS =
      new SchedulerSettings(
          0,
          false,
          Fixes.NONE,
          Duration.ZERO,
          QueueSettings.MAX_UNSCHEDULABLE,
          false,
          ClassMemory.DEFAULT);

  public SchedulerSettings withSeed(long newSeed) {
    return new SchedulerSettings(
        newSeed, upstreamSampling, fixes, assumedPodTimeout, maxUnschedulable, reference, memory);
  }

  /** The same with another way to decide. */
  public SchedulerSettings withReference(boolean now) {
    return new SchedulerSettings(
        seed, upstreamSampling, fixes, assumedPodTimeout, maxUnschedulable, now, memory);
  }
}
