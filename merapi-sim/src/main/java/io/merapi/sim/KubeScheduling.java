package io.merapi.sim;

import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.cycle.DrivenScheduler;
import io.merapi.kube.cycle.KubeScheduler;
import io.merapi.kube.cycle.SchedulerHost;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.sim.cluster.SimulatedCluster;
import io.merapi.sim.time.VirtualTime;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of single pods, which does the work of kube-scheduler.
 *
 * @param plugins those that the configuration may name
 */
public record KubeScheduling(
    KubeConfiguration configuration,
    FeatureGates gates,
    SchedulerSettings settings,
    KubePlugins plugins)
    implements Scheduling {

  /** One with the in-tree plugins. */
  public KubeScheduling(
      KubeConfiguration configuration, FeatureGates gates, SchedulerSettings settings) {
    this(configuration, gates, settings, KubePlugins.IN_TREE);
  }

  @Override
  public @Nullable String defaultQueue() {
    return null;
  }

  @Override
  public boolean serves(String schedulerName) {
    return configuration.profiles().stream()
        .anyMatch(profile -> profile.schedulerName().equals(schedulerName));
  }

  @Override
  public KubeScheduling withSeed(long seed) {
    return new KubeScheduling(configuration, gates, settings.withSeed(seed), plugins);
  }

  @Override
  public DrivenScheduler start(
      VirtualTime time, SimulatedCluster cluster, Consumer<SchedulingSession> sessions) {
    var host =
        new SchedulerHost(
            cluster.effects(), List.of(), time, time, plugins::factories, KubeMeasures.NONE);
    return new KubeScheduler(configuration, gates, settings, host);
  }
}
