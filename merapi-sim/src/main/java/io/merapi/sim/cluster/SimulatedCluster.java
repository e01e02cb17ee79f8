package io.merapi.sim.cluster;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.PodReporter;
import io.merapi.sim.time.VirtualTime;
import io.merapi.sim.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the API server, kubelets and controllers do, in virtual time.
 *
 * <p>A bound pod runs at once, ends after its run time and stays as a pod that has succeeded. A pod
 * that kube-scheduler evicts is gone at once; one that vc-scheduler evicts, or that a controller
 * deletes, takes a moment to end if it runs. Where a controller owns an evicted pod, a new one of
 * its name takes its place; pods of Volcano Jobs are left to the controller of these.
 */
public final class SimulatedCluster {

  /** How long containers take to end. */
  private static final Duration TERMINATION = Duration.ofSeconds(1);

  private final VirtualTime time;
  private final ObjectStore store;
  private final Admission admission;
  private final Effects effects;

  public SimulatedCluster(VirtualTime time, ObjectStore store) {
    this.time = time;
    this.store = store;
    this.admission = new Admission(store);
    this.effects =
        new Effects(
            this::bind,
            new SimulatedVolumes(this),
            new SimulatedClaims(this),
            this::evict,
            new Conditions());
    new VolumeController(time, store);
  }

  /** The ports of a scheduler that works on this cluster. */
  public Effects effects() {
    return effects;
  }

  /** The port of a batch scheduler that works on this cluster. */
  public BatchWriter batchWriter() {
    return new SimulatedBatchWriter(this);
  }

  /** Lets an object come. */
  public void arrive(ClusterObject object) {
    switch (object) {
      case Pod pod -> arrive(pod);
      case PodGroup group -> store.apply(group.withMeta(created(group.meta())));
      case Queue queue -> store.apply(queue.withMeta(created(queue.meta())));
      case VolcanoJob job -> store.apply(job.withMeta(created(job.meta())));
      default -> store.apply(object);
    }
  }

  private void arrive(Pod pod) {
    Pod known = admission.admit(pod.withMeta(created(pod.meta())));
    if (known.assigned() && !known.terminated()) {
      run(known, known.nodeName());
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
    Pod now = current(pod);
    if (now == null || now.meta().deletionTimestamp() != null) {
      return;
    }
    if (!now.assigned() || now.terminated()) {
      remove(now);
      return;
    }
    store.apply(now.withMeta(now.meta().withDeletion(time.instant())));
    time.after(
        TERMINATION,
        () -> {
          Pod last = current(pod);
          if (last != null) {
            remove(last);
          }
        });
  }

  private void remove(Pod pod) {
    store.delete(ObjectKind.POD, pod.key());
    OwnerReference owner = pod.meta().controller().orElse(null);
    if (owner != null && !owner.apiVersion().equals(ObjectKind.VOLCANO_JOB.apiVersion())) {
      arrive(PodStatuses.fresh(pod));
    }
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
    return soon(() -> {
      Pod now = current(pod);
      if (now == null || now.meta().deletionTimestamp() != null) {
        return new Outcome.Failed("pods \"%s\" not found".formatted(pod.name()));
      }
      if (now.assigned()) {
        return new Outcome.Failed(
            "pod %s is already assigned to node \"%s\"".formatted(pod.name(), now.nodeName()));
      }
      Map<String, String> all = now.meta().annotations().toMap();
      all.putAll(annotations);
      run(now.withMeta(now.meta().withAnnotations(Labels.of(all))), nodeName);
      return new Outcome.Done();
    });
  }

  private void run(Pod pod, String nodeName) {
    Instant started = pod.status().startTime();
    Pod running = PodStatuses.running(pod, nodeName, started == null ? time.instant() : started);
    store.apply(running);
    Duration runTime = Workload.runTime(running);
    if (runTime != null) {
      time.after(runTime, () -> end(running.key(), nodeName, running.status().startTime()));
    }
  }

  /** Ends a pod if it is still the one that was started then. */
  private void end(String key, String nodeName, @Nullable Instant started) {
    Pod pod = store.find(Pod.class, ObjectKind.POD, key);
    if (pod != null
        && !pod.terminated()
        && pod.nodeName().equals(nodeName)
        && started != null
        && started.equals(pod.status().startTime())) {
      store.apply(PodStatuses.ended(pod));
    }
  }

  private CompletionStage<Outcome> evict(Pod victim, Pod preemptor) {
    return soon(() -> {
      Pod now = current(victim);
      if (now != null) {
        remove(now);
      }
      return new Outcome.Done();
    });
  }

  /** The pod as it is now; null where it is gone or another has its name. */
  @Nullable Pod current(Pod pod) {
    Pod now = store.find(Pod.class, ObjectKind.POD, pod.key());
    return now != null && now.isSameAs(pod) ? now : null;
  }

  /** Changes the status of a pod that still waits. */
  void update(Pod pod, UnaryOperator<Pod> change) {
    Pod now = current(pod);
    if (now == null || now.assigned()) {
      return;
    }
    Pod changed = change.apply(now);
    if (!changed.status().equals(now.status())) {
      store.apply(changed);
    }
  }

  /** Writes what users are told into the status of pods. */
  private final class Conditions implements PodReporter {

    @Override
    public void scheduled(Pod pod, String nodeName) {}

    @Override
    public void unscheduled(
        Pod pod, String reason, String message, @Nullable String nominatedNode) {
      soon(
          pod, now -> PodStatuses.unscheduled(now, reason, message, nominatedNode, time.instant()));
    }

    @Override
    public void preempted(Pod victim, Pod preemptor, String nodeName) {}

    @Override
    public void expected(Pod pod, String nodeName) {
      soon(pod, now -> PodStatuses.nominated(now, nodeName));
    }

    @Override
    public void nominationCleared(Pod pod) {
      soon(pod, now -> PodStatuses.nominated(now, ""));
    }

    private void soon(Pod pod, UnaryOperator<Pod> change) {
      time.execute(() -> update(pod, change));
    }
  }
}
