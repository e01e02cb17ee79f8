package io.merapi.bench.endtoend;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.watch.ClusterListener;
import io.merapi.cluster.watch.ClusterWatch;
import io.merapi.cluster.watch.UnreadableObject;
import io.merapi.cluster.watch.WatchedKind;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts the pods of a round as they are bound, and keeps the time of the first and of the last.
 * Only pods that are bound are watched, so that whoever measures costs little.
 */
final class BoundPods implements ClusterListener, AutoCloseable {

  private final ClusterWatch watch;
  private final Set<String> pods = new HashSet<>();
  private boolean synced;
  private String prefix = "";
  private long first;
  private long last;

  private BoundPods(ApiClient client, String scheduler) {
    var bound = new WatchedKind(ObjectKind.POD, "spec.nodeName!=,spec.schedulerName=" + scheduler);
    this.watch = ClusterWatch.start(client, List.of(bound), this);
  }

  /** From when to when pods were bound, by {@link System#nanoTime}. */
  record Span(long first, long last) {}

  /** Watches from now on. */
  static BoundPods of(ApiClient client, String scheduler) throws InterruptedException {
    var bound = new BoundPods(client, scheduler);
    bound.awaitSync();
    return bound;
  }

  private synchronized void awaitSync() throws InterruptedException {
    while (!synced) {
      wait();
    }
  }

  /**
   * Counts anew.
   *
   * @param prefix how the keys of the pods begin that count
   */
  synchronized void begin(String prefix) {
    this.prefix = prefix;
    pods.clear();
  }

  @Override
  public synchronized void changed(List<ObjectEvent> events) {
    for (ObjectEvent event : events) {
      String key = event.object().key();
      if (event instanceof ObjectEvent.Applied && key.startsWith(prefix) && pods.add(key)) {
        last = System.nanoTime();
        first = pods.size() == 1 ? last : first;
      }
    }
    notifyAll();
  }

  @Override
  public synchronized void synced() {
    synced = true;
    notifyAll();
  }

  @Override
  public void setAside(UnreadableObject object) {
    throw new IllegalStateException("cannot be read: " + object);
  }

  @Override
  public void interrupted(ObjectKind kind, String reason) {
    // It goes on by itself.
  }

  /** Waits until so many are bound. */
  synchronized Span await(int count, Duration atMost) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (pods.size() < count) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new IOException(
            "%,d of %,d pods were bound within %d seconds"
                .formatted(pods.size(), count, atMost.toSeconds()));
      }
      wait(left / 1_000_000 + 1);
    }
    return new Span(first, last);
  }

  @Override
  public void close() {
    watch.close();
  }
}
