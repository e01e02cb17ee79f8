package io.merapi.sim.cluster;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.simulation.ClusterBehavior;
import io.merapi.api.workload.Deployment;
import io.merapi.api.workload.Job;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.sim.time.VirtualTime;
import io.merapi.sim.workload.Chance;
import io.merapi.sim.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * What the API server, kubelets and controllers do, in virtual time.
 *
 * <p>A pod that is evicted, or that a controller deletes, takes a moment to end if it runs. Where a
 * controller owns an evicted pod, a new one of its name takes its place; pods of Jobs and Volcano
 * Jobs are left to the simulated controllers of these.
 */
public final class SimulatedCluster {

  /** Owners whose controllers are simulated. */
  private static final Set<ObjectKind> CONTROLLED =
      EnumSet.of(ObjectKind.VOLCANO_JOB, ObjectKind.JOB);

  private final VirtualTime time;
  private final ObjectStore store;
  private final Admission admission;
  private final Effects effects;
  private final ClusterBehavior behavior;
  private final Kubelets kubelets;
  private final Departures departures;
  private final DisruptionBudgets budgets;
  private final RandomGenerator binds;
  private final RandomGenerator thoughts;
  private final List<BiConsumer<PodGroup, String>> listeners = new ArrayList<>();
  private long decisions;

  /**
   * Makes a cluster without objects.
   *
   * @param workload which says how the cluster behaves
   * @param seed what chance goes by
   */
  public SimulatedCluster(VirtualTime time, ObjectStore store, Workload workload, long seed) {
    this.time = time;
    this.store = store;
    this.behavior = workload.behavior();
    this.kubelets = new Kubelets(time, store, behavior, seed);
    this.departures = new Departures(time, this);
    this.budgets = new DisruptionBudgets(time, store);
    this.binds = Chance.of(seed, "binds");
    this.thoughts = Chance.of(seed, "decisions");
    this.admission = new Admission(store);
    this.effects =
        new Effects(
            this::bind,
            new SimulatedVolumes(this),
            new SimulatedClaims(this),
            this::preempt,
            new SimulatedReporter(this));
    new VolumeController(time, store);
    new FinishedPods(time, store);
    new NodeLife(time, this, kubelets, workload.failures(), seed);
  }

  /** Whether a simulated controller makes and keeps the pod. */
  static boolean keptByController(Pod pod) {
    OwnerReference owner = pod.meta().controller().orElse(null);
    return owner != null
        && CONTROLLED.stream()
            .anyMatch(kind ->
                kind.kindName().equals(owner.kind())
                    && kind.apiVersion().equals(owner.apiVersion()));
  }

  /** The ports of a scheduler that works on this cluster. */
  public Effects effects() {
    return effects;
  }

  /** The port of a batch scheduler that works on this cluster. */
  public BatchWriter batchWriter() {
    return new SimulatedBatchWriter(this);
  }

  /** Calls a listener for every event that the scheduler writes about a group. */
  public void listen(BiConsumer<PodGroup, String> listener) {
    listeners.add(listener);
  }

  void tell(PodGroup group, String message) {
    listeners.forEach(listener -> listener.accept(group, message));
  }

  /** Lets an object come. */
  public void arrive(ClusterObject object) {
    switch (object) {
      case Pod pod -> {
        arrive(pod);
        departures.plan(pod);
      }
      case PodGroup group -> store.apply(group.withMeta(created(group.meta())));
      case Queue queue -> store.apply(queue.withMeta(created(queue.meta())));
      case VolcanoJob job -> {
        store.apply(job.withMeta(created(job.meta())));
        departures.plan(job);
      }
      case Job job -> {
        store.apply(job.withMeta(created(job.meta())));
        departures.plan(job);
      }
      case Deployment deployment -> store.apply(deployment.withMeta(created(deployment.meta())));
      default -> store.apply(object);
    }
  }

  private void arrive(Pod pod) {
    Pod known = admission.admit(pod.withMeta(created(pod.meta())));
    if (known.assigned() && !known.terminated()) {
      kubelets.take(known, known.nodeName());
    } else {
      store.apply(known);
    }
  }

  private ObjectMeta created(ObjectMeta meta) {
    return meta.creationTimestamp() == null ? meta.withCreation(time.instant()) : meta;
  }

  /** The objects, for those who watch and change them as clients of the cluster. */
  public ObjectStore store() {
    return store;
  }

  /** Deletes a pod, which takes a moment if it runs. */
  public void terminate(Pod pod) {
    Pod now = store.current(pod);
    if (now == null || now.meta().deletionTimestamp() != null) {
      return;
    }
    if (!now.assigned() || now.terminated()) {
      remove(now);
      return;
    }
    store.apply(now.withMeta(now.meta().withDeletion(time.instant())));
    time.after(
        kubelets.termination(now),
        () -> {
          Pod last = store.current(pod);
          if (last != null) {
            remove(last);
          }
        });
  }

  private void remove(Pod pod) {
    store.delete(ObjectKind.POD, pod.key());
    kubelets.forget(pod);
    if (pod.meta().controller().isPresent() && !pod.terminated() && !keptByController(pod)) {
      arrive(PodStatuses.fresh(pod));
    }
  }

  /** Evicts a pod if its budgets allow it; whether they do. */
  boolean askToEvict(Pod pod, String reason) {
    boolean allowed = budgets.allow(pod);
    if (allowed) {
      evict(pod, reason);
    }
    return allowed;
  }

  /** Tells a pod that it has to go, and for what, and deletes it. */
  void evict(Pod pod, String reason) {
    Pod now = store.current(pod);
    if (now != null && now.meta().deletionTimestamp() == null) {
      store.apply(PodStatuses.evicted(now, reason, time.instant()));
      terminate(pod);
    }
  }

  /**
   * Deletes a pod whose node is gone, and that nobody can ask to end.
   *
   * @param since when it stopped working
   */
  void lose(Pod pod, String reason, Instant since) {
    Pod lost = PodStatuses.evicted(pod, reason, since);
    store.apply(lost);
    remove(lost);
  }

  /** How long the scheduler takes for what it has decided since this was asked last. */
  public Duration costOfDecisions() {
    Duration cost = Duration.ZERO;
    for (long decision = 0; decision < Math.max(1, decisions); decision++) {
      cost = cost.plus(Chance.duration(behavior.decisionCost(), thoughts));
    }
    decisions = 0;
    return cost;
  }

  /** Does something in this moment, but after what the scheduler is doing. */
  <T> CompletionStage<T> soon(Supplier<T> work) {
    var done = new CompletableFuture<T>();
    time.execute(() -> done.complete(work.get()));
    return done;
  }

  /** The same for something that nobody waits for. */
  void later(Runnable work) {
    time.execute(work);
  }

  Instant now() {
    return time.instant();
  }

  private CompletionStage<Outcome> bind(Pod pod, String nodeName) {
    return bind(pod, nodeName, Map.of());
  }

  CompletionStage<Outcome> bind(Pod pod, String nodeName, Map<String, String> annotations) {
    decisions++;
    boolean refused = behavior.bindFailures() > 0 && binds.nextDouble() < behavior.bindFailures();
    var binding = new PodBinding(pod, nodeName, annotations, refused);
    time.at(time.instant().plus(Chance.duration(behavior.bindLatency(), binds)), binding);
    return binding;
  }

  private Outcome assign(Pod pod, String nodeName, Map<String, String> annotations) {
    Pod now = store.current(pod);
    if (now == null || now.meta().deletionTimestamp() != null) {
      return new Outcome.Failed("pods \"%s\" not found".formatted(pod.name()));
    }
    if (now.assigned()) {
      return new Outcome.Failed(
          "pod %s is already assigned to node \"%s\"".formatted(pod.name(), now.nodeName()));
    }
    if (store.find(Node.class, ObjectKind.NODE, nodeName) == null) {
      return new Outcome.Failed("nodes \"%s\" not found".formatted(nodeName));
    }
    Pod bound = now;
    if (!annotations.isEmpty()) {
      Map<String, String> all = now.meta().annotations().toMap();
      all.putAll(annotations);
      bound = now.withMeta(now.meta().withAnnotations(Labels.of(all)));
    }
    kubelets.take(bound, nodeName);
    return new Outcome.Done();
  }

  private CompletionStage<Outcome> preempt(Pod victim, Pod preemptor) {
    return soon(() -> {
      evict(victim, "preemption");
      return new Outcome.Done();
    });
  }

  /** Changes the status of a pod that still waits. */
  void update(Pod pod, UnaryOperator<Pod> change) {
    Pod now = store.current(pod);
    if (now == null || now.assigned()) {
      return;
    }
    Pod changed = change.apply(now);
    if (!changed.status().equals(now.status())) {
      store.apply(changed);
    }
  }

  /** The same after what the scheduler is doing. */
  void updateLater(Pod pod, UnaryOperator<Pod> change) {
    later(() -> update(pod, change));
  }

  /** A binding to be made, and what comes of it: one object, for there are many. */
  private final class PodBinding extends CompletableFuture<Outcome> implements Runnable {

    private final Pod pod;
    private final String nodeName;
    private final Map<String, String> annotations;
    private final boolean refused;

    PodBinding(Pod pod, String nodeName, Map<String, String> annotations, boolean refused) {
      this.pod = pod;
      this.nodeName = nodeName;
      this.annotations = annotations;
      this.refused = refused;
    }

    @Override
    public void run() {
      complete(
          refused
              ? new Outcome.Failed("the API server refused the binding, as simulated")
              : assign(pod, nodeName, annotations));
    }
  }
}
