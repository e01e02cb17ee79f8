package io.merapi.bench.scenario;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchHost;
import io.merapi.batch.cycle.BatchScheduler;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.batch.cycle.Pace;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.batch.session.NodeSampling;
import io.merapi.batch.session.NodeSharding;
import io.merapi.batch.session.SessionOptions;
import io.merapi.config.batch.TextDocument;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.placement.ClassMemory;
import io.merapi.sim.cluster.ObjectStore;
import io.merapi.sim.cluster.SimulatedCluster;
import io.merapi.sim.time.VirtualTime;
import io.merapi.sim.workload.Workload;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The scheduler of groups on a simulated cluster, which does what sessions decide between them and
 * writes back what they report.
 */
final class BatchDriver implements AutoCloseable {

  private final VirtualTime time = new VirtualTime(Cluster.START);
  private final ObjectStore store = new ObjectStore();
  private final ArrayDeque<ObjectEvent> news = new ArrayDeque<>();
  private final Counted writer;
  private final BatchScheduler scheduler;

  BatchDriver(Setting setting, BatchConfiguration configuration, Fixes fixes) {
    var cluster = new SimulatedCluster(time, store, Workload.NONE, 0);
    this.writer = new Counted(cluster.batchWriter());
    this.scheduler =
        new BatchScheduler(
            configuration,
            FeatureGates.DEFAULTS,
            new BatchSettings(
                options(setting),
                Pace.VIRTUAL,
                BatchSettings.DEFAULTS.schedulePeriod(),
                fixes,
                setting.seed()),
            new BatchHost(
                writer, effects(cluster.effects()), time, time, TextDocument::read, _ -> {}));
    store.watch(news::add);
  }

  private Effects effects(Effects simulated) {
    var claims = new ClaimsAtOnce(object -> time.execute(() -> accept(object)));
    return new Effects(
        simulated.binder(), claims, claims, simulated.evictor(), simulated.reporter());
  }

  /** Tells the scheduler of an object that the simulated cluster knows nothing of. */
  void accept(ClusterObject object) {
    scheduler.accept(new ObjectEvent.Applied(object));
  }

  /** Pods of the scenarios name no scheduler. */
  private static SessionOptions options(Setting setting) {
    return new SessionOptions(
        List.of("default-scheduler"),
        SessionOptions.DEFAULTS.defaultQueue(),
        List.of(),
        true,
        Set.of(),
        setting.sampling() ? NodeSampling.UPSTREAM : NodeSampling.ALL_NODES,
        NodeSharding.NONE,
        setting.reference(),
        ClassMemory.ofHeap(Runtime.getRuntime().maxMemory()));
  }

  /** The objects of the cluster. */
  ObjectStore store() {
    return store;
  }

  /** Goes to the moment of the next session; whether there is one to come. */
  boolean awaitSession() {
    return awaitSession(Runnable::run);
  }

  /**
   * The same, with the scheduler's part of it measured: taking in what has happened.
   *
   * @param measure has the scheduler take in news
   */
  boolean awaitSession(Consumer<Runnable> measure) {
    while (true) {
      time.runDue();
      if (!news.isEmpty()) {
        measure.accept(this::takeIn);
      }
      Instant session = scheduler.nextWakeUp();
      Instant event = time.next();
      if (event != null && (session == null || event.isBefore(session))) {
        time.advanceTo(event);
      } else if (session == null) {
        return false;
      } else {
        if (session.isAfter(time.instant())) {
          time.advanceTo(session);
        }
        return true;
      }
    }
  }

  /** Has the scheduler take in all that has happened so far. */
  private void takeIn() {
    for (ObjectEvent event = news.poll(); event != null; event = news.poll()) {
      scheduler.accept(event);
    }
  }

  /** Holds sessions until all that is to be said of the cluster as it is has been written. */
  void settle(int sessions) {
    for (int i = 0; i < sessions && awaitSession(); i++) {
      holdSession();
    }
  }

  /** Holds the session that was awaited; the cluster acts on it when the next is awaited. */
  void holdSession() {
    if (!scheduler.runDue()) {
      throw new IllegalStateException("no session is due");
    }
  }

  /** Has done what the last session decided and takes no time. */
  void carryOut() {
    time.runDue();
  }

  /**
   * Lets one schedule period pass, and the scheduler do what there is to do after it.
   *
   * @param measure has the scheduler do its part: taking in news, and holding a session if it wants
   *     to
   * @return whether it held one
   */
  boolean passPeriod(Consumer<Runnable> measure) {
    time.runDue();
    measure.accept(this::takeIn);
    Instant end = time.instant().plus(BatchSettings.DEFAULTS.schedulePeriod());
    for (Instant next = time.next(); next != null && !next.isAfter(end); next = time.next()) {
      time.advanceTo(next);
      time.runDue();
    }
    time.advanceTo(end);
    boolean[] held = new boolean[1];
    measure.accept(() -> {
      takeIn();
      held[0] = scheduler.nextWakeUp() != null && scheduler.runDue();
    });
    return held[0];
  }

  int bound() {
    return writer.bound;
  }

  int evictions() {
    return writer.evicted;
  }

  @Override
  public void close() {
    scheduler.close();
  }

  /** Counts decisions on their way to the cluster. */
  private static final class Counted implements BatchWriter {

    private final BatchWriter cluster;
    private int bound;
    private int evicted;

    Counted(BatchWriter cluster) {
      this.cluster = cluster;
    }

    @Override
    public CompletionStage<Outcome> bind(
        Pod pod, String nodeName, Map<String, String> annotations) {
      bound++;
      return cluster.bind(pod, nodeName, annotations);
    }

    @Override
    public CompletionStage<Outcome> evict(Pod pod, PodGroup group, String reason) {
      evicted++;
      return cluster.evict(pod, group, reason);
    }

    @Override
    public CompletionStage<Outcome> lockNode(String nodeName, String lock) {
      return cluster.lockNode(nodeName, lock);
    }

    @Override
    public CompletionStage<Outcome> unlockNode(String nodeName, String lock) {
      return cluster.unlockNode(nodeName, lock);
    }

    @Override
    public CompletionStage<Outcome> removeGate(Pod pod, String gate) {
      return cluster.removeGate(pod, gate);
    }

    @Override
    public void updateStatus(PodGroup group, PodGroup.Status status) {
      cluster.updateStatus(group, status);
    }

    @Override
    public void updateAllocated(Queue queue, ResourceList allocated) {
      cluster.updateAllocated(queue, allocated);
    }

    @Override
    public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {
      cluster.reportWaiting(pod, reason, message, nominatedNode);
    }

    @Override
    public void report(PodGroup group, String type, String reason, String message) {
      cluster.report(group, type, reason, message);
    }
  }
}
