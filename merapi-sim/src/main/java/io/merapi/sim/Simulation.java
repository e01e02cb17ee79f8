package io.merapi.sim;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.pod.PodRequests;
import io.merapi.kube.cycle.DrivenScheduler;
import io.merapi.sim.cluster.ObjectStore;
import io.merapi.sim.cluster.SimulatedCluster;
import io.merapi.sim.controllers.KubernetesControllers;
import io.merapi.sim.recording.Recorder;
import io.merapi.sim.report.LiveFigures;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.PodCounts;
import io.merapi.sim.time.VirtualTime;
import io.merapi.sim.workload.Arrival;
import io.merapi.sim.workload.Arrivals;
import io.merapi.sim.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a scheduler over a workload; used once, by one thread. */
public final class Simulation {

  /** A pod that nothing has helped for so long has been tried again in vain, too. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final VirtualTime time;
  private final SimulatedCluster cluster;
  private final DrivenScheduler scheduler;
  private final Recorder recorder;
  private final Progress progress;
  private final @Nullable Instant limit;
  private final Arrivals arrivals;
  private @Nullable Arrival coming;
  private Instant idleFrom = Instant.MIN;

  /** Told how far a simulation has come. */
  public interface Progress {

    void at(Duration sinceStart, LiveFigures figures);
  }

  /** Told of what happens in the cluster, as any client could be. */
  public interface Watcher {

    void see(Duration sinceStart, ObjectEvent event);

    /** The scheduler has written an event about a group. */
    default void told(Duration sinceStart, PodGroup group, String message) {}
  }

  /**
   * How a simulation is run.
   *
   * @param until how much virtual time passes at most; null for no limit
   * @param seed what the workload leaves to chance goes by; a scheduler has its own
   * @param progress called at every moment at which something happened
   * @param watcher told of every change of an object; null where nobody wants to know
   */
  public record Options(
      @Nullable Duration until, long seed, Progress progress, @Nullable Watcher watcher) {

    /** Until all is done, by seed 0, in silence. */
    public static final Options DEFAULTS = new Options(null, 0, (_, _) -> {}, null);

    /** Options for a run that nobody watches. */
    public Options(@Nullable Duration until, long seed, Progress progress) {
      this(until, seed, progress, null);
    }
  }

  public Simulation(Scheduling scheduling, Workload workload, Options options) {
    this.time = new VirtualTime(workload.start());
    this.progress = options.progress;
    this.limit = options.until == null ? null : workload.start().plus(options.until);
    this.arrivals = workload.open(options.seed);
    this.coming = arrivals.next();
    var store = new ObjectStore();
    this.cluster = new SimulatedCluster(time, store, workload, options.seed);
    this.recorder =
        new Recorder(time, PodRequests.Rules.of(scheduling.gates()), scheduling.defaultQueue());
    store.watch(recorder);
    cluster.listen(recorder::told);
    if (options.watcher != null) {
      watch(store, workload.start(), options.watcher);
    }
    new KubernetesControllers(time, cluster);
    this.scheduler = scheduling.start(time, cluster, recorder::see);
    store.watch(scheduler::accept);
  }

  private void watch(ObjectStore store, Instant start, Watcher watcher) {
    store.watch(event -> watcher.see(Duration.between(start, time.instant()), event));
    cluster.listen(
        (group, message) -> watcher.told(Duration.between(start, time.instant()), group, message));
  }

  /** Lets time pass until nothing can change any more, or the limit is reached. */
  public SimulationReport run() {
    try (scheduler;
        arrivals) {
      pass();
    }
    return recorder.report();
  }

  private void pass() {
    Instant start = time.instant();
    Instant lastChange = start;
    long changes = recorder.changes();
    var figures = new Figures();
    boolean going = true;
    while (going) {
      settle();
      progress.at(Duration.between(start, time.instant()), figures);
      if (recorder.changes() != changes) {
        changes = recorder.changes();
        lastChange = time.instant();
      }
      going = advance(lastChange);
    }
  }

  /** What those who follow the progress may ask; most of the time they do not. */
  private final class Figures implements LiveFigures {

    @Override
    public PodCounts counts() {
      return recorder.counts();
    }

    @Override
    public double arrivedShare() {
      return arrivals.share();
    }

    @Override
    public long decisions() {
      return recorder.decisions();
    }

    @Override
    public List<InUse> inUse() {
      return recorder.inUse();
    }
  }

  /** Does all that is to be done in this moment; what comes from outside comes first. */
  private void settle() {
    scheduler.wakeUp();
    for (Arrival next = coming; next != null && !next.when().isAfter(time.instant()); ) {
      cluster.arrive(next.object());
      next = arrivals.next();
      coming = next;
    }
    time.runDue();
    while (!thinking() && scheduler.proceed()) {
      think();
      time.runDue();
    }
    recorder.settle();
  }

  /** Whether the scheduler still thinks about what it decided last. */
  private boolean thinking() {
    return time.instant().isBefore(idleFrom);
  }

  /** Lets the scheduler take its time for what it has just decided. */
  private void think() {
    Duration cost = cluster.costOfDecisions();
    if (!cost.isZero()) {
      idleFrom = time.instant().plus(cost);
      time.at(idleFrom, () -> {});
    }
  }

  /** Goes to the next moment at which something is to be done; whether there is one. */
  private boolean advance(Instant lastChange) {
    Instant event = earlier(time.next(), coming == null ? null : coming.when());
    Instant wakeUp = wakeUp();
    if (!time.goesOn()
        && coming == null
        && (wakeUp == null || wakeUp.isAfter(lastChange.plus(PATIENCE)))) {
      return false;
    }
    Instant next = earlier(event, wakeUp);
    if (next == null) {
      return false;
    }
    if (limit != null && next.isAfter(limit)) {
      time.advanceTo(limit);
      return false;
    }
    if (next.isAfter(time.instant())) {
      time.advanceTo(next);
    }
    return true;
  }

  /** When the scheduler has something to do again; not before it has thought to the end. */
  private @Nullable Instant wakeUp() {
    Instant wakeUp = scheduler.nextWakeUp();
    return wakeUp != null && wakeUp.isBefore(idleFrom) ? idleFrom : wakeUp;
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isBefore(one)) ? other : one;
  }
}
