package io.merapi.cluster.run;

import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.kube.cycle.DrivenScheduler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;

/**
 * A scheduler on a real cluster, from its start until it is closed. It follows the cluster at once,
 * so that it can take over without delay, and acts when it is told to lead.
 */
public final class ClusterRun implements AutoCloseable {

  private final ClusterConnection connection;
  private final SchedulingLoop loop;

  private ClusterRun(ClusterConnection connection, SchedulingLoop loop) {
    this.connection = connection;
    this.loop = loop;
  }

  /**
   * Starts to follow the cluster.
   *
   * @param maker makes the scheduler, given its way to the cluster and the executor of its thread
   */
  static ClusterRun start(
      ApiServer server,
      List<WatchedKind> kinds,
      BiFunction<ClusterConnection, Executor, DrivenScheduler> maker,
      RunLog log) {
    ClusterConnection connection = ClusterConnection.open(server);
    var loop =
        new SchedulingLoop(
            executor -> maker.apply(connection, executor), InstantSource.system(), log);
    loop.start();
    connection.watch(kinds, loop);
    return new ClusterRun(connection, loop);
  }

  ApiClient client() {
    return connection.client();
  }

  /** Lets it schedule: where there are several replicas, as soon as this one is their leader. */
  public void lead() {
    loop.lead();
  }

  /** Waits until the cluster is known; whether that came in time. */
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
