package io.merapi.sim;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.PodRequests;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchHost;
import io.merapi.batch.cycle.BatchScheduler;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionOptions;
import io.merapi.batch.usage.FixedUsage;
import io.merapi.batch.usage.FixedUsage.Load;
import io.merapi.batch.usage.UsageSource;
import io.merapi.config.batch.TextDocument;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.cycle.KubeScheduler;
import io.merapi.kube.cycle.SchedulerHost;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.sim.cluster.ObjectStore;
import io.merapi.sim.cluster.SimulatedCluster;
import io.merapi.sim.controllers.VolcanoControllers;
import io.merapi.sim.report.Recorder;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.PodCounts;
import io.merapi.sim.time.VirtualTime;
import io.merapi.sim.workload.Workload;
import io.merapi.sim.workload.Workload.Arrival;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of a scheduler over a workload; used once, by one thread. */
public final class Simulation {

  /** A pod that nothing has helped for so long has been tried again in vain, too. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final int TIMELINE_POINTS = 60;

  private final VirtualTime time;
  private final DrivenScheduler scheduler;
  private final Recorder recorder;
  private final Progress progress;
  private final @Nullable Instant limit;

  /** Told how far a simulation has come. */
  public interface Progress {

    void at(Duration sinceStart, PodCounts counts);
  }

  /**
   * Makes a simulation of the scheduler of single pods.
   *
   * @param until how much virtual time passes at most; null for no limit
   * @param progress called at every moment at which something happened
   */
  public Simulation(
      KubeConfiguration configuration,
      FeatureGates gates,
      SchedulerSettings settings,
      Workload workload,
      @Nullable Duration until,
      Progress progress) {
    this(
        gates,
        SessionOptions.DEFAULTS.defaultQueue(),
        workload,
        until,
        progress,
        (time, cluster) ->
            new DrivenKubeScheduler(
                new KubeScheduler(
                    configuration,
                    gates,
                    settings,
                    new SchedulerHost(cluster.effects(), time, time))));
  }

  /**
   * Makes a simulation of the scheduler of groups, with Volcano's controllers.
   *
   * @param until how much virtual time passes at most; null for no limit
   * @param progress called at every moment at which something happened
   * @param nodeUsage the measured load of nodes, at all times
   * @param closed told of every session
   */
  public Simulation(
      BatchConfiguration configuration,
      FeatureGates gates,
      BatchSettings settings,
      Workload workload,
      @Nullable Duration until,
      Progress progress,
      Map<String, Load> nodeUsage,
      Consumer<SchedulingSession> closed) {
    this(
        gates,
        settings.options().defaultQueue(),
        workload,
        until,
        progress,
        (time, cluster) -> {
          var controllers =
              new VolcanoControllers(time, cluster, settings.options().schedulerNames());
          time.execute(() -> controllers.makeMissingQueues(settings.options().defaultQueue()));
          return new DrivenBatchScheduler(
              new BatchScheduler(
                  configuration,
                  gates,
                  settings,
                  new BatchHost(
                      cluster.batchWriter(),
                      cluster.effects(),
                      nodeUsage.isEmpty() ? UsageSource.NONE : new FixedUsage(nodeUsage, time),
                      null,
                      time,
                      time,
                      TextDocument::read,
                      closed)));
        });
  }

  private Simulation(
      FeatureGates gates,
      String defaultQueue,
      Workload workload,
      @Nullable Duration until,
      Progress progress,
      BiFunction<VirtualTime, SimulatedCluster, DrivenScheduler> maker) {
    this.time = new VirtualTime(workload.start());
    this.progress = progress;
    this.limit = until == null ? null : workload.start().plus(until);
    var store = new ObjectStore();
    var cluster = new SimulatedCluster(time, store);
    this.recorder = new Recorder(time, PodRequests.Rules.of(gates), defaultQueue);
    store.watch(recorder);
    for (Arrival arrival : workload.arrivals()) {
      time.at(arrival.when(), () -> cluster.arrive(arrival.object()));
    }
    this.scheduler = maker.apply(time, cluster);
    store.watch(scheduler::accept);
  }

  /** Lets time pass until nothing can change any more, or the limit is reached. */
  public SimulationReport run() {
    try (scheduler) {
      pass();
    }
    return recorder.report(TIMELINE_POINTS);
  }

  private void pass() {
    Instant start = time.instant();
    Instant lastChange = start;
    PodCounts counts = recorder.counts();
    boolean going = true;
    while (going) {
      settle();
      PodCounts now = recorder.counts();
      progress.at(Duration.between(start, time.instant()), now);
      if (!now.equals(counts)) {
        counts = now;
        lastChange = time.instant();
      }
      going = advance(lastChange);
    }
  }

  /** Does all that is to be done in this moment. */
  private void settle() {
    scheduler.wakeUp();
    time.runDue();
    while (scheduler.proceed()) {
      time.runDue();
    }
    recorder.settle();
  }

  /** Goes to the next moment at which something is to be done; whether there is one. */
  private boolean advance(Instant lastChange) {
    Instant event = time.next();
    Instant wakeUp = scheduler.nextWakeUp();
    if (event == null && (wakeUp == null || wakeUp.isAfter(lastChange.plus(PATIENCE)))) {
      return false;
    }
    Instant next = event == null || (wakeUp != null && wakeUp.isBefore(event)) ? wakeUp : event;
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
}
