package io.merapi.cluster.effects;

import io.merapi.batch.effects.BatchWriter;
import io.merapi.cluster.http.ApiClient;
import io.merapi.kube.effects.Effects;
import java.time.Duration;
import java.time.InstantSource;

/** The ports of a scheduler that acts on a real cluster. */
public final class ClusterEffects implements AutoCloseable {

  private static final Duration SWEEP = Duration.ofMinutes(1);

  private final Effects ports;
  private final ReportQueue reports;
  private final EventWriter events;
  private final PodStatusWriter podStatuses;
  private final StatusWriter statuses;
  private final RequestLanes lanes;
  private final Requests requests;
  private final ApiBinder binder;
  private final ApiEvictor evictor;
  private final InstantSource clock;
  private final String instance;
  private final Thread sweeper;

  /**
   * Ports to one cluster.
   *
   * @param inFlight how many requests may be on their way at once; over a network, the rate that is
   *     wanted times the latency
   * @param instance tells the Events of this process from those of its replicas; the host's name
   */
  public ClusterEffects(ApiClient client, int inFlight, InstantSource clock, String instance) {
    this.lanes = new RequestLanes(inFlight);
    this.clock = clock;
    this.instance = instance;
    this.requests = new Requests(client, lanes);
    this.reports = new ReportQueue(lanes);
    this.events = new EventWriter(requests, reports, clock, instance);
    this.podStatuses = new PodStatusWriter(requests, lanes);
    this.statuses = new StatusWriter(requests, lanes);
    this.binder = new ApiBinder(requests);
    this.evictor = new ApiEvictor(requests, clock);
    this.ports =
        new Effects(
            binder,
            new ApiVolumeWriter(requests),
            new ApiClaimWriter(requests),
            evictor,
            new ApiPodReporter(events, podStatuses, clock));
    this.sweeper = Thread.ofVirtual().name("event-series").start(this::sweep);
  }

  public Effects ports() {
    return ports;
  }

  /**
   * The port of batch sessions.
   *
   * @param component who reports, in Events
   * @param period how long what sessions find is gathered before it is written
   */
  public BatchWriter batchWriter(String component, Duration period) {
    return new ApiBatchWriter(
        requests,
        binder,
        evictor,
        podStatuses,
        statuses,
        new EventRecorder(requests, reports, clock, component),
        period,
        clock);
  }

  /**
   * Where to tell of the scheduler itself.
   *
   * @param lease by which its replicas agree on a leader
   */
  public SchedulerEvents schedulerEvents(String namespace, String lease) {
    return new SchedulerEvents(requests, reports, clock, instance, namespace, lease);
  }

  /**
   * Waits until the cluster has answered every decision that was sent to it, reports not counted.
   *
   * @return whether that came in time
   */
  public boolean awaitDecisions(Duration atMost) throws InterruptedException {
    return lanes.awaitUrgent(atMost);
  }

  /** Events that were not written: too many waited, or the server did not take them. */
  public long droppedEvents() {
    return reports.dropped();
  }

  /** Changes of statuses that the server did not take. */
  public long failedReports() {
    return podStatuses.failed() + statuses.failed();
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
    statuses.close();
    sweeper.interrupt();
  }
}
