package io.merapi.cluster.effects;

import io.merapi.cluster.http.ApiClient;
import io.merapi.kube.effects.Effects;
import java.time.Duration;
import java.time.InstantSource;

/** The ports of a scheduler that acts on a real cluster. */
public final class ClusterEffects implements AutoCloseable {

  private static final Duration SWEEP = Duration.ofMinutes(1);

  private final Effects ports;
  private final EventWriter events;
  private final ApiPodReporter reporter;
  private final Thread sweeper;

  /**
   * Ports to one cluster.
   *
   * @param inFlight how many requests may be on their way at once; over a network, the rate that is
   *     wanted times the latency
   * @param instance tells the Events of this process from those of its replicas; the host's name
   */
  public ClusterEffects(ApiClient client, int inFlight, InstantSource clock, String instance) {
    var lanes = new RequestLanes(inFlight);
    var requests = new Requests(client, lanes);
    this.events = new EventWriter(requests, lanes, clock, instance);
    this.reporter = new ApiPodReporter(requests, lanes, events, clock);
    this.ports =
        new Effects(
            new ApiBinder(requests),
            new ApiVolumeWriter(requests),
            new ApiClaimWriter(requests),
            new ApiEvictor(requests, clock),
            reporter);
    this.sweeper = Thread.ofVirtual().name("event-series").start(this::sweep);
  }

  public Effects ports() {
    return ports;
  }

  /** Events that were not written: too many waited, or the server did not take them. */
  public long droppedEvents() {
    return events.dropped();
  }

  /** Changes of pod statuses that the server did not take. */
  public long failedReports() {
    return reporter.failed();
  }

  /** Writes the counts of series of Events that have ended; happens by itself every minute. */
  void endSeries() {
    events.sweep();
  }

  private void sweep() {
    try {
      while (true) {
        Thread.sleep(SWEEP);
        endSeries();
      }
    } catch (InterruptedException _) {
      // Closed.
    }
  }

  /** Ends what runs by itself; requests that wait still go out as long as the client is open. */
  @Override
  public void close() {
    sweeper.interrupt();
  }
}
