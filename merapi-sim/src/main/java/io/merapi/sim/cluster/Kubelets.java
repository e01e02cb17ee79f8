package io.merapi.sim.cluster;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.api.simulation.ClusterBehavior;
import io.merapi.sim.time.Backoff;
import io.merapi.sim.time.VirtualTime;
import io.merapi.sim.workload.Chance;
import io.merapi.sim.workload.PodPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs pods on their nodes: starts them, lets them end or fail, and starts them again where their
 * restart policy says so.
 */
final class Kubelets {

  /** How long a failed container waits to start again. */
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(5));

  private final VirtualTime time;
  private final ObjectStore store;
  private final ClusterBehavior behavior;
  private final RandomGenerator starts;
  private final RandomGenerator failures;
  private final RandomGenerator ends;
  private final Set<String> down = new HashSet<>();

  /** How often pods failed that are still there; most never do. */
  private final Map<String, Integer> failed = new HashMap<>();

  Kubelets(VirtualTime time, ObjectStore store, ClusterBehavior behavior, long seed) {
    this.time = time;
    this.store = store;
    this.behavior = behavior;
    this.starts = Chance.of(seed, "pod starts");
    this.failures = Chance.of(seed, "pod failures");
    this.ends = Chance.of(seed, "pod terminations");
  }

  /** Takes a pod on a node, where it runs once it has started. */
  void take(Pod pod, String nodeName) {
    Instant started = pod.status().startTime();
    if (started != null) {
      run(pod, nodeName, started);
      return;
    }
    Duration latency = Chance.duration(behavior.startLatency(), starts);
    if (latency.isZero()) {
      run(pod, nodeName, time.instant());
    } else {
      Pod assigned = applied(PodStatuses.assigned(pod, nodeName));
      time.after(
          latency,
          () -> {
            Pod now = store.current(assigned);
            if (now != null && now.status().startTime() == null) {
              run(now, nodeName, time.instant());
            }
          });
    }
  }

  private void run(Pod pod, String nodeName, Instant started) {
    Pod running = applied(PodStatuses.running(pod, nodeName, started));
    Duration runTime = PodPlan.runTime(running);
    Duration toFailure = down.contains(nodeName) ? null : toFailure(running, runTime);
    if (toFailure != null) {
      time.after(toFailure, () -> ifStill(running, this::fail));
    } else if (runTime != null) {
      time.after(runTime, () -> ifStill(running, this::succeed));
    }
  }

  /** After how long this attempt fails; null for one that does not. */
  private @Nullable Duration toFailure(Pod pod, @Nullable Duration runTime) {
    boolean first = !failed.containsKey(pod.key());
    Duration planned = PodPlan.failsAfter(pod);
    if (planned != null) {
      return first && (runTime == null || planned.compareTo(runTime) < 0) ? planned : null;
    }
    if (runTime == null
        || behavior.podFailures() == 0
        || failures.nextDouble() >= behavior.podFailures()) {
      return null;
    }
    return Duration.ofMillis(Math.round(runTime.toMillis() * failures.nextDouble()));
  }

  /**
   * Does something with a pod if it is still the one that was started then, on a node that works,
   * and nobody has told it to end.
   */
  private void ifStill(Pod started, Change change) {
    Pod pod = store.current(started);
    if (pod != null
        && !pod.terminated()
        && pod.meta().deletionTimestamp() == null
        && !down.contains(pod.nodeName())
        && started.status().startTime() != null
        && started.status().startTime().equals(pod.status().startTime())) {
      change.of(pod);
    }
  }

  private interface Change {
    void of(Pod pod);
  }

  private void succeed(Pod pod) {
    failed.remove(pod.key());
    store.apply(PodStatuses.ended(pod));
  }

  private void fail(Pod pod) {
    if (pod.spec().restartPolicy().equals("Never")) {
      failed.remove(pod.key());
      store.apply(PodStatuses.failed(pod));
      return;
    }
    int times = failed.merge(pod.key(), 1, Integer::sum);
    time.after(BACKOFF.after(times), () -> ifStill(pod, this::runAnew));
  }

  private void runAnew(Pod pod) {
    run(pod, pod.nodeName(), time.instant());
  }

  /** How long the containers of a pod take to end. */
  Duration termination(Pod pod) {
    Duration own = PodPlan.terminationTime(pod);
    return own == null ? Chance.duration(behavior.terminationTime(), ends) : own;
  }

  /** A pod is gone, with what was known of it. */
  void forget(Pod pod) {
    failed.remove(pod.key());
  }

  /** The node stops working; nothing on it ends any more. */
  void stop(String nodeName) {
    down.add(nodeName);
  }

  /** The node works again; what was on it begins anew. */
  void resume(String nodeName, List<Pod> pods) {
    down.remove(nodeName);
    pods.stream().filter(pod -> pod.meta().deletionTimestamp() == null).forEach(this::runAnew);
  }

  boolean works(String nodeName) {
    return !down.contains(nodeName);
  }

  /** Writes a pod; as the cluster has it then, with its identity. */
  private Pod applied(Pod pod) {
    store.apply(pod);
    return Objects.requireNonNull(store.find(Pod.class, ObjectKind.POD, pod.key()));
  }
}
