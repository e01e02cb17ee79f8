package io.merapi.e2e;

import static org.assertj.core.api.Assertions.fail;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.watch.ClusterListener;
import io.merapi.cluster.watch.UnreadableObject;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Keeps a state of what a watch tells. */
final class Mirror implements ClusterListener {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ClusterState state = ClusterState.withDefaults();
  private final List<String> interruptions = new ArrayList<>();
  private int syncs;

  @Override
  public synchronized void changed(List<ObjectEvent> events) {
    events.forEach(state::apply);
    notifyAll();
  }

  @Override
  public synchronized void synced() {
    syncs++;
    notifyAll();
  }

  @Override
  public synchronized void setAside(UnreadableObject object) {
    fail("cannot be read: " + object);
  }

  @Override
  public synchronized void interrupted(ObjectKind kind, String reason) {
    interruptions.add(kind.kindName() + ": " + reason);
  }

  synchronized Snapshot snapshot() {
    return state.snapshot();
  }

  synchronized int syncs() {
    return syncs;
  }

  synchronized List<String> interruptions() {
    return List.copyOf(interruptions);
  }

  synchronized Map<String, ClusterObject> pods() {
    var pods = new TreeMap<String, ClusterObject>();
    state.snapshot().pods().forEachValue(pod -> pods.put(pod.key(), pod.pod()));
    return pods;
  }

  synchronized Map<String, ClusterObject> nodes() {
    var nodes = new TreeMap<String, ClusterObject>();
    state
        .snapshot()
        .forEachNode(node -> nodes.put(node.name(), Objects.requireNonNull(node.node())));
    return nodes;
  }

  /** Waits until something holds; a minute at most, so that a hanging test says what it misses. */
  synchronized void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        fail("in vain waited for: " + what);
      }
      try {
        wait(Math.min(left, 100));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
