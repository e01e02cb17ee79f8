package io.merapi.cli;

import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.effects.SchedulerEvents;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.leadership.Leadership;
import io.merapi.cluster.metrics.Metrics;
import io.merapi.cluster.metrics.RunMetrics;
import io.merapi.cluster.run.ClusterRun;
import io.merapi.cluster.run.RunLog;
import io.merapi.cluster.serve.HealthCheck;
import io.merapi.cluster.serve.HealthChecks;
import io.merapi.cluster.tracing.Tracing;
import io.merapi.kube.configuration.LeaderElection;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The schedulers of this process, until a signal or the loss of leadership ends them all. */
final class RunningSchedulers {

  /** No piece of work takes so long unless something is broken for good. */
  private static final Duration STUCK = Duration.ofMinutes(5);

  private final ApiServer server;
  private final RunLog log;
  private final int checkEvery;
  private final RunEndpoints endpoints;
  private final RunMetrics metrics;
  private final @Nullable Tracing tracing;
  private final String identity = ClusterConnection.hostName() + "_" + UUID.randomUUID();
  private final List<ClusterRun> runs = new CopyOnWriteArrayList<>();
  private final List<InvariantsPage.Books> books = new CopyOnWriteArrayList<>();
  private final List<Leadership> leaderships = new ArrayList<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable String loss;
  private volatile boolean started;
  private volatile boolean stopping;

  /**
   * @param tracing closed with them; null for none
   * @param checkEvery after how many cycles the books of a scheduler are checked; 0 for never
   */
  RunningSchedulers(
      ApiServer server,
      RunLog log,
      RunEndpoints endpoints,
      Metrics metrics,
      @Nullable Tracing tracing,
      int checkEvery) {
    this.server = server;
    this.log = log;
    this.checkEvery = checkEvery;
    this.endpoints = endpoints;
    this.metrics = metrics.run();
    this.tracing = tracing;
    endpoints.pages().mount("/debug/invariants", new InvariantsPage(books));
    endpoints
        .health()
        .addReady(new HealthCheck("startup", () -> started ? "" : "schedulers are being started"))
        .addReady(new HealthCheck("shutdown", () -> stopping ? "process is shutting down" : ""));
  }

  /**
   * Takes over a scheduler that has been started, and lets it act when it may.
   *
   * @param layer for the names of its checks
   */
  void add(Layer layer, ClusterRun run, LeaderElection election) {
    runs.add(run);
    books.add(run::checkNow);
    run.checkEvery(checkEvery, violation -> metrics.violated(violation.rule()));
    SchedulerEvents events = run.events(election.resourceNamespace(), election.resourceName());
    run.tellTroubles(why -> events.record("Warning", "ClusterNotFollowed", why));
    HealthChecks health = endpoints.health();
    health.addReady(new HealthCheck(layer.access, () -> String.join("; ", run.troubles())));
    health.addReady(
        new HealthCheck(
            layer.synced, () -> run.ready() ? "" : "handlers are not fully synchronized"));
    health.addLive(
        new HealthCheck(layer.loop, () -> run.busyFor().compareTo(STUCK) < 0 ? "" : stuck(run)));
    if (election.leaderElect()) {
      metrics.leads(election.resourceName(), false);
      Leadership leadership =
          Leadership.start(server, election, identity, new Fate(run, election.resourceName()), log);
      leaderships.add(leadership);
      var elected =
          new HealthCheck(
              layer.election,
              () -> leadership.isTakingPart() ? "" : "no part is taken in the election any more");
      health.addLive(elected);
      health.addReady(elected);
    } else {
      run.lead();
    }
  }

  private static String stuck(ClusterRun run) {
    return "the scheduling thread has been at one piece of work for %d s"
        .formatted(run.busyFor().toSeconds());
  }

  /**
   * Waits until leadership is lost, once all schedulers have been added; a signal ends the process
   * itself.
   *
   * @return why it was lost
   */
  String awaitLoss() throws InterruptedException {
    started = true;
    ended.await();
    return String.valueOf(loss);
  }

  /** Has every scheduler write what it knows of the cluster. */
  void dump(Path directory) {
    String name = "snapshot-%d".formatted(Instant.now().getEpochSecond());
    try {
      for (int i = 0; i < runs.size(); i++) {
        runs.get(i).dump(directory, i == 0 ? name : name + "-" + i);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops deciding and sending first: only then may another replica act. */
  synchronized void stop() {
    stopping = true;
    runs.forEach(ClusterRun::close);
    leaderships.forEach(Leadership::close);
    endpoints.close();
    if (tracing != null) {
      tracing.close();
    }
  }

  /** The work of one original; the checks of kube-scheduler have the names that it gives them. */
  enum Layer {
    KUBE("sched-handler-sync", "sched-loop", "leaderElection", "cluster-access"),
    BATCH("batch-handler-sync", "batch-loop", "batch-leaderElection", "batch-cluster-access");

    private final String access;
    private final String synced;
    private final String loop;
    private final String election;

    Layer(String synced, String loop, String election, String access) {
      this.access = access;
      this.synced = synced;
      this.loop = loop;
      this.election = election;
    }
  }

  /** What the election has in store for one scheduler. */
  private final class Fate implements Leadership.Listener {

    private final ClusterRun run;
    private final String lease;

    Fate(ClusterRun run, String lease) {
      this.run = run;
      this.lease = lease;
    }

    @Override
    public void gained() {
      metrics.leads(lease, true);
      run.lead();
    }

    @Override
    public void lost(String why) {
      metrics.leads(lease, false);
      run.close();
      loss = why;
      ended.countDown();
    }
  }
}
