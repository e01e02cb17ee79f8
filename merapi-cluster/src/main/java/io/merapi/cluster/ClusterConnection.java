package io.merapi.cluster;

import io.merapi.batch.effects.BatchWriter;
import io.merapi.cluster.effects.ClusterEffects;
import io.merapi.cluster.effects.SchedulerEvents;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.http.RequestObserver;
import io.merapi.cluster.watch.ClusterListener;
import io.merapi.cluster.watch.ClusterWatch;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.kube.effects.Effects;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A connection to one cluster: events in, effects out.
 *
 * <pre>{@code
 * try (var cluster = ClusterConnection.open(ClusterAccess.fromKubeconfig(file))) {
 *   var profiles = … cluster.effects() …;
 *   cluster.watch(WatchedKinds.of(configuration), listener);
 *   …
 * }
 * }</pre>
 *
 * <p>Nothing is sent until it is asked for, so opening does not fail where the server is away: a
 * watch waits for it, an effect fails.
 */
public final class ClusterConnection implements AutoCloseable {

  /** Enough for what one API server can take on a local network. */
  public static final int DEFAULT_IN_FLIGHT = 64;

  private final ApiClient client;
  private final ClusterEffects effects;
  private final List<ClusterWatch> watches = new ArrayList<>();

  private ClusterConnection(ApiClient client, ClusterEffects effects) {
    this.client = client;
    this.effects = effects;
  }

  /** A connection with the usual number of requests in flight. */
  public static ClusterConnection open(ApiServer server) {
    return open(server, RequestObserver.NONE);
  }

  /**
   * The same.
   *
   * @param observer told of every request
   */
  public static ClusterConnection open(ApiServer server, RequestObserver observer) {
    return open(server, DEFAULT_IN_FLIGHT, InstantSource.system(), observer);
  }

  /**
   * A connection.
   *
   * @param inFlight how many requests may be on their way at once, watches not counted
   * @param clock for the times in Events and conditions
   * @param observer told of every request
   */
  public static ClusterConnection open(
      ApiServer server, int inFlight, InstantSource clock, RequestObserver observer) {
    var client = new ApiClient(server, observer);
    return new ClusterConnection(client, new ClusterEffects(client, inFlight, clock, hostName()));
  }

  /**
   * Starts to follow kinds and to tell the listener, until this connection is closed.
   *
   * @return the watch, to end it earlier
   */
  public ClusterWatch watch(Collection<WatchedKind> kinds, ClusterListener listener) {
    ClusterWatch watch = ClusterWatch.start(client, kinds, listener);
    synchronized (watches) {
      watches.add(watch);
    }
    return watch;
  }

  /** The ports through which decisions reach this cluster. */
  public Effects effects() {
    return effects.ports();
  }

  /**
   * The port through which batch sessions reach this cluster.
   *
   * @param component who reports, in Events
   * @param period how long what sessions find is gathered before it is written
   */
  public BatchWriter batchWriter(String component, Duration period) {
    return effects.batchWriter(component, period);
  }

  /**
   * Where to tell of the scheduler itself.
   *
   * @param lease by which its replicas agree on a leader
   */
  public SchedulerEvents schedulerEvents(String namespace, String lease) {
    return effects.schedulerEvents(namespace, lease);
  }

  /** For requests that no port makes. */
  public ApiClient client() {
    return client;
  }

  /** Waits until every decision that was sent has been answered; whether that came in time. */
  public boolean awaitDecisions(Duration atMost) throws InterruptedException {
    return effects.awaitDecisions(atMost);
  }

  /** Events that were not written: too many waited, or the server did not take them. */
  public long droppedEvents() {
    return effects.droppedEvents();
  }

  /** Changes of statuses that the server did not take. */
  public long failedReports() {
    return effects.failedReports();
  }

  /** Ends all watches and all requests; effects that wait fail. */
  @Override
  public void close() {
    synchronized (watches) {
      watches.forEach(ClusterWatch::close);
    }
    effects.close();
    client.close();
  }

  /** The name of this machine, which tells replicas apart. */
  public static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "localhost";
    }
  }
}
