package io.merapi.sim;

import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.cycle.DrivenScheduler;
import io.merapi.sim.cluster.SimulatedCluster;
import io.merapi.sim.time.VirtualTime;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which scheduler a simulation puts to work, and how it is configured. */
public sealed interface Scheduling permits KubeScheduling, BatchScheduling {

  FeatureGates gates();

  /** Where groups of pods that name no queue go; null where pods are scheduled one by one. */
  @Nullable String defaultQueue();

  /** Whether pods that name a scheduler are scheduled by this one. */
  boolean serves(String schedulerName);

  /** The same with another seed for what the scheduler leaves to chance. */
  Scheduling withSeed(long seed);

  /**
   * Starts the scheduler on a cluster.
   *
   * @param sessions told of every batch session
   */
  DrivenScheduler start(
      VirtualTime time, SimulatedCluster cluster, Consumer<SchedulingSession> sessions);
}
