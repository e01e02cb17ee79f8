package io.merapi.cluster.run;

import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.effects.SchedulerEvents;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.metrics.Metrics;
import io.merapi.cluster.metrics.RunMetrics;
import io.merapi.cluster.reload.ReloadResult;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.cycle.DrivenScheduler;
import io.merapi.kube.state.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler on a real cluster, from its start until it is closed. It follows the cluster at once,
 * so that it can take over without delay, and acts when it is told to lead.
 *
 * <p>Where a check of its books finds that they do not agree, it starts over from the API server's
 * objects, as a process does that has crashed, but for one thing: it first waits until everything
 * that it has sent is answered. So what is read then has all its decisions in it, and none of them
 * is lost or made twice.
 */
public final class ClusterRun implements AutoCloseable {

  /** As long as vc-scheduler waits by default for what it has to know at the start. */
  private static final Duration LONGEST_READING = Duration.ofMinutes(1);

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final int MOST_LINES = 20;

  private final ClusterConnection connection;
  private final BiFunction<ClusterConnection, Executor, DrivenScheduler> maker;
  private final RunLog log;
  private final RunMetrics metrics;
  private final AtomicLong violations = new AtomicLong();
  private volatile Consumer<String> onTrouble = _ -> {};
  private volatile @Nullable BindingRefusals refusals;
  private volatile SchedulingLoop loop;
  private volatile FollowedKinds kinds;
  private int checkEvery;
  private volatile Consumer<Violation> onViolation = _ -> {};
  private boolean leading;
  private volatile boolean closed;

  private ClusterRun(
      ApiServer server,
      List<WatchedKind> kinds,
      BiFunction<ClusterConnection, Executor, DrivenScheduler> maker,
      RunLog log,
      Metrics metrics) {
    this.connection = ClusterConnection.open(server, metrics.requests());
    metrics.watchReports(connection::droppedEvents, connection::failedReports);
    this.metrics = metrics.run();
    this.maker = maker;
    this.log = log;
    this.loop = newLoop();
    this.kinds = new FollowedKinds(connection, loop, kinds);
  }

  /**
   * Starts to follow the cluster.
   *
   * @param maker makes the scheduler, given its way to the cluster and the executor of its thread
   * @param metrics told what the connection does
   */
  static ClusterRun start(
      ApiServer server,
      List<WatchedKind> kinds,
      BiFunction<ClusterConnection, Executor, DrivenScheduler> maker,
      RunLog log,
      Metrics metrics) {
    return new ClusterRun(server, kinds, maker, log, metrics);
  }

  private SchedulingLoop newLoop() {
    var made =
        new SchedulingLoop(
            executor -> maker.apply(connection, executor), InstantSource.system(), log, metrics);
    made.check(checkEvery, this::disagreed);
    made.tellTroubles(why -> onTrouble.accept(why));
    made.start();
    return made;
  }

  /**
   * Has the scheduler go on with another configuration, as soon as the cluster is known and what
   * that configuration has to know besides.
   *
   * @param needed what it has to know
   * @param change tries the configuration and puts it in force, on the scheduling thread; says why
   *     not where it does not
   */
  ReloadResult reconfigure(List<WatchedKind> needed, Supplier<@Nullable String> change)
      throws InterruptedException {
    if (!loop.awaitReady(LONGEST_READING)) {
      return new ReloadResult.Refused("the cluster is not known yet", true);
    }
    List<String> unknown = kinds.await(needed, LONGEST_READING);
    if (!unknown.isEmpty()) {
      return new ReloadResult.Refused(
          "objects of kind %s could not be read within %d s"
              .formatted(String.join(", ", unknown), LONGEST_READING.toSeconds()),
          true);
    }
    ReloadResult result =
        loop.ask(() -> {
          String objection = change.get();
          return objection == null
              ? new ReloadResult.Applied(List.of())
              : new ReloadResult.Refused(objection);
        });
    return result == null ? new ReloadResult.Refused("the scheduler has stopped", true) : result;
  }

  /**
   * Where to tell of the scheduler itself.
   *
   * @param lease by which its replicas agree on a leader
   */
  public SchedulerEvents events(String namespace, String lease) {
    return connection.schedulerEvents(namespace, lease);
  }

  ApiClient client() {
    return connection.client();
  }

  /** Lets it schedule: where there are several replicas, as soon as this one is their leader. */
  public synchronized void lead() {
    leading = true;
    loop.lead();
  }

  /** Whether the cluster is known. */
  public boolean ready() {
    return loop.ready();
  }

  /** How long the scheduling thread has been at one piece of work; zero while it rests. */
  public Duration busyFor() {
    return loop.busyFor();
  }

  /** Waits until the cluster is known; whether that came in time. */
  public boolean awaitReady(Duration atMost) throws InterruptedException {
    return loop.awaitReady(atMost);
  }

  /** Takes refused bindings for a trouble. */
  void heed(BindingRefusals by) {
    refusals = by;
    by.tell(why -> onTrouble.accept(why));
  }

  /** Tells somebody of each trouble that keeps it from following the cluster, when it begins. */
  public void tellTroubles(Consumer<String> told) {
    onTrouble = told;
  }

  /**
   * What keeps it from following the cluster or from binding pods at the moment; nothing where all
   * is well.
   */
  public List<String> troubles() {
    BindingRefusals bindings = refusals;
    return bindings == null
        ? loop.troubles()
        : Stream.concat(loop.troubles().stream(), bindings.present().stream()).toList();
  }

  /**
   * Has the books checked after every so many cycles or sessions.
   *
   * @param cycles 0 for never, but for when {@link #checkNow} asks for it
   * @param told of everything that does not agree
   */
  public synchronized void checkEvery(int cycles, Consumer<Violation> told) {
    checkEvery = cycles;
    onViolation = told;
    loop.check(cycles, this::disagreed);
  }

  /**
   * Has the books checked between two cycles; what does not agree is seen to as well.
   *
   * @return what does not agree; null where it has stopped, or is starting over
   */
  public @Nullable List<Violation> checkNow() throws InterruptedException {
    return loop.checkNow();
  }

  /**
   * Writes what it knows of the cluster to a file, as objects that other commands read.
   *
   * @param name of the file, without its ending
   */
  public void dump(Path directory, String name) throws InterruptedException {
    Snapshot snapshot = loop.snapshot();
    if (snapshot == null) {
      return;
    }
    Path file = directory.resolve(name + ".json");
    try {
      SnapshotFile.write(snapshot, file);
      log.info("wrote what is known of the cluster", "file", file);
    } catch (IOException e) {
      log.warn("what is known of the cluster cannot be written", "file", file, "err", e);
    }
  }

  /** How often something did not agree since the start. */
  public long violations() {
    return violations.get();
  }

  private void disagreed(List<Violation> found) {
    violations.addAndGet(found.size());
    found.forEach(onViolation);
    for (Violation one : found.subList(0, Math.min(found.size(), MOST_LINES))) {
      log.warn(
          "the books do not agree",
          "rule",
          one.rule(),
          "object",
          one.object(),
          "found",
          one.found(),
          "expected",
          one.expected());
    }
    // Not here: this thread is the one that has to end.
    SchedulingLoop wrong = loop;
    Thread.ofVirtual().name("rebuild").start(() -> rebuild(wrong));
  }

  private synchronized void rebuild(SchedulingLoop wrong) {
    if (closed || !wrong.equals(loop)) {
      return;
    }
    log.warn("starting over from the API server's objects", "violations", violations.get());
    loop.close();
    kinds.close();
    try {
      if (!connection.awaitDecisions(LONGEST_WAIT)) {
        log.warn("some requests are still not answered; the watch will tell what came of them");
      }
    } catch (InterruptedException _) {
      return;
    }
    if (closed) {
      return;
    }
    loop = newLoop();
    kinds = new FollowedKinds(connection, loop, kinds.all());
    if (leading) {
      loop.lead();
    }
  }

  /**
   * Stops deciding, then ends all requests. A pod that was decided and not bound is bound by
   * whoever schedules next.
   */
  @Override
  public void close() {
    closed = true;
    // Before the lock: a rebuild that waits for answers must not keep a leader from stopping.
    loop.close();
    connection.close();
    synchronized (this) {
      // Of a rebuild that was nearly done.
      loop.close();
    }
  }
}
