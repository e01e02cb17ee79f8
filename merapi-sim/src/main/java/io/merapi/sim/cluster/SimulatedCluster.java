package io.merapi.sim.cluster;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.PodReporter;
import io.merapi.sim.time.VirtualTime;
import io.merapi.sim.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the API server, kubelets and controllers do, in virtual time.
 *
 * <p>A bound pod runs at once, ends after its run time and stays as a pod that has succeeded. An
 * evicted pod is gone at once; where a controller owns it, a new one of its name takes its place.
 */
public final class SimulatedCluster {

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

  /** Lets an object come. */
  public void arrive(ClusterObject object) {
    if (!(object instanceof Pod pod)) {
      store.apply(object);
      return;
    }
    Instant created = pod.meta().creationTimestamp();
    var meta = pod.meta().withCreation(created == null ? time.instant() : created);
    var known = admission.admit(new Pod(meta, pod.nodeName(), pod.spec(), pod.status()));
    if (known.assigned() && !known.terminated()) {
      run(known, known.nodeName());
    } else {
      store.apply(known);
    }
  }

  ObjectStore store() {
    return store;
  }

  /** Does something in this moment, but after what the scheduler is doing. */
  <T> CompletionStage<T> soon(Supplier<T> work) {
    var done = new CompletableFuture<T>();
    time.execute(() -> done.complete(work.get()));
    return done;
  }

  private CompletionStage<Outcome> bind(Pod pod, String nodeName) {
    return soon(() -> {
      Pod now = current(pod);
      if (now == null || now.meta().deletionTimestamp() != null) {
        return new Outcome.Failed("pods \"%s\" not found".formatted(pod.name()));
      }
      if (now.assigned()) {
        return new Outcome.Failed(
            "pod %s is already assigned to node \"%s\"".formatted(pod.name(), now.nodeName()));
      }
      run(now, nodeName);
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
      if (now == null) {
        return new Outcome.Done();
      }
      store.delete(ObjectKind.POD, victim.key());
      if (now.meta().controller().isPresent()) {
        store.apply(PodStatuses.fresh(now, time.instant()));
      }
      return new Outcome.Done();
    });
  }

  /** The pod as it is now; null where it is gone or another has its name. */
  private @Nullable Pod current(Pod pod) {
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
