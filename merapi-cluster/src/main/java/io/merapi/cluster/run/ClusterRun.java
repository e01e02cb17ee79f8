package io.merapi.cluster.run;

import io.merapi.cluster.ClusterConnection;
import java.time.Duration;

/**
 * A scheduler on a real cluster, from its start until it is closed. It follows the cluster at once,
 * so that it can take over without delay, and acts when it is told to lead.
 */
public final class ClusterRun implements AutoCloseable {

  private final ClusterConnection connection;
  private final SchedulingLoop loop;

  ClusterRun(ClusterConnection connection, SchedulingLoop loop) {
    this.connection = connection;
    this.loop = loop;
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
