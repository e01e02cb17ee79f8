package io.merapi.sim;

import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchHost;
import io.merapi.batch.cycle.BatchScheduler;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.usage.FixedUsage;
import io.merapi.batch.usage.FixedUsage.Load;
import io.merapi.batch.usage.UsageSource;
import io.merapi.config.batch.TextDocument;
import io.merapi.kube.cycle.DrivenScheduler;
import io.merapi.sim.cluster.SimulatedCluster;
import io.merapi.sim.controllers.VolcanoControllers;
import io.merapi.sim.time.VirtualTime;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The scheduler of groups, which does the work of vc-scheduler, with Volcano's controllers.
 *
 * @param plugins those that the configuration may name
 * @param nodeUsage the measured load of nodes, at all times
 * @param closed told of every session
 */
public record BatchScheduling(
    BatchConfiguration configuration,
    FeatureGates gates,
    BatchSettings settings,
    BatchPlugins plugins,
    Map<String, Load> nodeUsage,
    Consumer<SchedulingSession> closed)
    implements Scheduling {

  public BatchScheduling {
    nodeUsage = Map.copyOf(nodeUsage);
  }

  /** One that knows no load of nodes and tells nobody of its sessions. */
  public BatchScheduling(
      BatchConfiguration configuration,
      FeatureGates gates,
      BatchSettings settings,
      BatchPlugins plugins) {
    this(configuration, gates, settings, plugins, Map.of(), _ -> {});
  }

  /** One with the in-tree plugins that knows no load of nodes and tells nobody of its sessions. */
  public BatchScheduling(
      BatchConfiguration configuration, FeatureGates gates, BatchSettings settings) {
    this(configuration, gates, settings, BatchPlugins.IN_TREE);
  }

  @Override
  public String defaultQueue() {
    return settings.options().defaultQueue();
  }

  @Override
  public boolean serves(String schedulerName) {
    return settings.options().schedulerNames().contains(schedulerName);
  }

  @Override
  public BatchScheduling withSeed(long seed) {
    return new BatchScheduling(
        configuration, gates, settings.withSeed(seed), plugins, nodeUsage, closed);
  }

  @Override
  public DrivenScheduler start(
      VirtualTime time, SimulatedCluster cluster, Consumer<SchedulingSession> sessions) {
    var controllers = new VolcanoControllers(time, cluster, settings.options().schedulerNames());
    time.execute(() -> controllers.makeMissingQueues(defaultQueue()));
    var host =
        new BatchHost(
            cluster.batchWriter(),
            cluster.effects(),
            nodeUsage.isEmpty() ? UsageSource.NONE : new FixedUsage(nodeUsage, time),
            null,
            time,
            time,
            plugins,
            TextDocument::read,
            closed.andThen(sessions),
            BatchMeasures.NONE);
    return new BatchScheduler(configuration, gates, settings, host);
  }
}
