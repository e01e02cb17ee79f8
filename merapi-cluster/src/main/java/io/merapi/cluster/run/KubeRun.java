package io.merapi.cluster.run;

import io.merapi.api.feature.FeatureGates;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.watch.WatchedKinds;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.cycle.KubeScheduler;
import io.merapi.kube.cycle.SchedulerHost;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.plugins.KubePlugins;
import java.time.InstantSource;
import java.util.List;

/** Starts the scheduler of single pods on a real cluster. */
public final class KubeRun {

  private KubeRun() {}

  /**
   * Starts to follow the cluster; it schedules when that is known and it is told to lead.
   *
   * @param plugins those that the configuration may name
   * @param extenders those of the configuration, ready to be asked
   */
  public static ClusterRun start(
      ApiServer server,
      KubeConfiguration configuration,
      FeatureGates gates,
      SchedulerSettings settings,
      KubePlugins plugins,
      List<SchedulerExtender> extenders,
      RunLog log) {
    return ClusterRun.start(
        server,
        WatchedKinds.of(configuration),
        (connection, executor) ->
            new KubeScheduler(
                configuration,
                gates,
                settings,
                new SchedulerHost(
                    connection.effects(),
                    extenders,
                    InstantSource.system(),
                    executor,
                    plugins::factories)),
        log);
  }
}
