package io.merapi.cluster.run;

import io.merapi.api.feature.FeatureGates;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.watch.WatchedKinds;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.cycle.KubeScheduler;
import io.merapi.kube.cycle.SchedulerHost;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.plugins.InTreePlugin;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** The scheduler of single pods at work on a real cluster, from its start until it is closed. */
public final class KubeRun implements AutoCloseable {

  private final ClusterConnection connection;
  private final SchedulingLoop loop;

  private KubeRun(ClusterConnection connection, SchedulingLoop loop) {
    this.connection = connection;
    this.loop = loop;
  }

  /**
   * Starts to follow the cluster, and to schedule as soon as it is known.
   *
   * @param extenders those of the configuration, ready to be asked
   */
  public static KubeRun start(
      ApiServer server,
      KubeConfiguration configuration,
      FeatureGates gates,
      SchedulerSettings settings,
      List<SchedulerExtender> extenders,
      RunLog log) {
    InstantSource clock = InstantSource.system();
    ClusterConnection connection = ClusterConnection.open(server);
    var loop =
        new SchedulingLoop(
            executor ->
                new KubeScheduler(
                    configuration,
                    gates,
                    settings,
                    new SchedulerHost(
                        connection.effects(), extenders, clock, executor, InTreePlugin::factories)),
            clock,
            log);
    loop.start();
    connection.watch(WatchedKinds.of(configuration), loop);
    return new KubeRun(connection, loop);
  }

  /** Waits until pods are being scheduled; whether that came in time. */
  public boolean awaitReady(Duration atMost) throws InterruptedException {
    return loop.awaitReady(atMost);
  }

  /**
   * Stops deciding, then ends all requests. A pod that was decided and not bound is bound by
   * whoever schedules next.
   */
  @Override
  public void close() {
    loop.close();
    connection.close();
  }
}
