package io.merapi.kube.cycle;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import io.merapi.kube.table.KeyTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Pods that have been given a node that the cluster does not know of yet.
 *
 * <p>In the state they stand on that node, so that nobody else takes their place; what the cluster
 * says of them meanwhile is kept here, to go back to.
 */
public final class Assumptions {

  private final ClusterState state;
  private final InstantSource clock;
  private final Duration timeout;
  private final KeyTable<Assumption> pods = new KeyTable<>(Assumption::key);
  private int made;

  public Assumptions(ClusterState state, InstantSource clock, Duration timeout) {
    this.state = state;
    this.clock = clock;
    this.timeout = timeout;
  }

  /** Puts a pod on a node. */
  public void assume(Pod pod, String nodeName) {
    assume(pod, pod.onNode(nodeName));
  }

  /**
   * Puts a pod on a node.
   *
   * @param placed the same pod as it will be there, with what is written together with the binding
   */
  public void assume(Pod pod, Pod placed) {
    pods.put(new Assumption(pod, placed.nodeName(), made++));
    state.apply(placed);
  }

  /** How many pods are assumed to be on nodes. */
  public int size() {
    return pods.size();
  }

  /** Whether this very pod is assumed to be on a node. */
  public boolean holds(Pod pod) {
    Assumption assumption = pods.get(pod.key());
    return assumption != null && assumption.real.isSameAs(pod);
  }

  /** An assumed pod as the cluster has it. */
  public @Nullable Pod real(String key) {
    Assumption assumption = pods.get(key);
    return assumption == null ? null : assumption.real;
  }

  /** Takes note of what the cluster says of a pod that stays assumed. */
  public void update(Pod real) {
    Assumption assumption = pods.get(real.key());
    if (assumption != null) {
      assumption.real = real;
    }
  }

  /** The cluster was told; from now on it has some time to confirm. */
  public void bound(Pod pod) {
    Assumption assumption = pods.get(pod.key());
    if (assumption != null && assumption.real.isSameAs(pod) && !timeout.isZero()) {
      assumption.deadline = clock.instant().plus(timeout);
    }
  }

  /**
   * Drops an assumption because the cluster itself says where the pod is, or that it is gone.
   *
   * @return the pod as it stood on its node
   */
  public Pod settle(Pod pod) {
    Assumption assumption = pods.remove(pod.key());
    return assumption == null ? pod : assumption.real.onNode(assumption.nodeName);
  }

  /**
   * Takes a pod off its assumed node.
   *
   * @return whether it was there
   */
  public boolean forget(Pod pod) {
    if (!holds(pod)) {
      return false;
    }
    Assumption assumption = pods.remove(pod.key());
    if (assumption != null) {
      state.apply(assumption.real);
    }
    return true;
  }

  /** Forgets the pods whose time has run out, and names them as they stood on their nodes. */
  public List<Pod> expire() {
    Instant now = clock.instant();
    var expired = new ArrayList<Pod>();
    for (Assumption assumption : inOrder(one -> one.endsBy(now))) {
      expired.add(assumption.real.onNode(assumption.nodeName));
      forget(assumption.real);
    }
    return expired;
  }

  /** Some of them, in the order in which they were made. */
  private List<Assumption> inOrder(Predicate<Assumption> wanted) {
    // The difference of numbers tells which is the later one also where they begin anew.
    return pods.stream().filter(wanted).sorted((one, other) -> one.number - other.number).toList();
  }

  public @Nullable Instant nextDeadline() {
    return timeout.isZero()
        ? null
        : pods.stream()
            .map(assumption -> assumption.deadline)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(null);
  }

  /** What does not agree with the state: a pod that is assumed and gone, or is elsewhere. */
  public List<Violation> audit(Snapshot snapshot) {
    var found = new ArrayList<Violation>();
    for (Assumption assumption : inOrder(_ -> true)) {
      String key = assumption.key();
      PodInfo pod = snapshot.pod(key);
      if (pod == null || !pod.pod().isSameAs(assumption.real)) {
        found.add(Violation.of("an assumed pod exists", key, assumption.nodeName, "no such pod"));
      } else if (!pod.pod().nodeName().equals(assumption.nodeName)) {
        found.add(
            Violation.of(
                "an assumed pod is on its node", key, pod.pod().nodeName(), assumption.nodeName));
      }
    }
    return found;
  }

  /** A pod and the node that it was given. */
  private static final class Assumption {

    final String nodeName;

    /** How many others were made before it. */
    final int number;

    /** The pod as the cluster has it. */
    Pod real;

    /** When the cluster must have confirmed it; absent for no limit. */
    @Nullable Instant deadline;

    Assumption(Pod real, String nodeName, int number) {
      this.real = real;
      this.nodeName = nodeName;
      this.number = number;
    }

    String key() {
      return real.key();
    }

    boolean endsBy(Instant moment) {
      return deadline != null && !deadline.isAfter(moment);
    }
  }
}
