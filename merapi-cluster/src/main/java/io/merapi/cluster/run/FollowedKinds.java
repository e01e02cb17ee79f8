package io.merapi.cluster.run;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.watch.ClusterListener;
import io.merapi.cluster.watch.ClusterWatch;
import io.merapi.cluster.watch.UnreadableObject;
import io.merapi.cluster.watch.WatchedKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The kinds that a scheduler follows; they become more when another configuration needs more.
 *
 * <p>A kind that no plugin reads any more is followed all the same. Its objects wake nobody and
 * cost little, whereas one that is not followed for a while leaves objects behind that may be gone.
 */
final class FollowedKinds implements AutoCloseable {

  private final ClusterConnection connection;
  private final ClusterListener listener;

  /** By kind what is counted down when all its objects are known. */
  private final Map<ObjectKind, CountDownLatch> known = new EnumMap<>(ObjectKind.class);

  private final List<WatchedKind> all = new ArrayList<>();
  private final List<ClusterWatch> watches = new ArrayList<>();

  /**
   * @param first those that are followed from the start, until the listener is told that they are
   *     known
   */
  FollowedKinds(ClusterConnection connection, ClusterListener listener, List<WatchedKind> first) {
    this.connection = connection;
    this.listener = listener;
    first.forEach(kind -> known.put(kind.kind(), new CountDownLatch(0)));
    follow(first, listener);
  }

  private void follow(List<WatchedKind> kinds, ClusterListener by) {
    all.addAll(kinds);
    watches.add(connection.watch(kinds, by));
  }

  /** All kinds that are followed by now. */
  synchronized List<WatchedKind> all() {
    return List.copyOf(all);
  }

  /**
   * Follows kinds, and waits until all their objects have been handed to the listener.
   *
   * @return the names of those of which that is not so in time; another call waits for them again
   */
  synchronized List<String> await(List<WatchedKind> kinds, Duration atMost)
      throws InterruptedException {
    List<WatchedKind> more =
        kinds.stream().filter(kind -> !known.containsKey(kind.kind())).toList();
    if (!more.isEmpty()) {
      var latch = new CountDownLatch(1);
      more.forEach(kind -> known.put(kind.kind(), latch));
      follow(more, new Counted(listener, latch));
    }
    long deadline = System.nanoTime() + atMost.toNanos();
    var missing = new ArrayList<String>();
    for (WatchedKind kind : kinds) {
      CountDownLatch latch = known.getOrDefault(kind.kind(), new CountDownLatch(0));
      if (!latch.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        missing.add(kind.kind().kindName());
      }
    }
    return missing;
  }

  /** Follows nothing any more. */
  @Override
  public void close() {
    List<ClusterWatch> ended;
    synchronized (this) {
      ended = List.copyOf(watches);
    }
    ended.forEach(ClusterWatch::close);
  }

  /** Passes on all but that kinds are known: the listener knows the cluster already. */
  private record Counted(ClusterListener listener, CountDownLatch latch)
      implements ClusterListener {

    @Override
    public void changed(List<ObjectEvent> events) {
      listener.changed(events);
    }

    @Override
    public void synced() {
      latch.countDown();
    }

    @Override
    public void setAside(UnreadableObject object) {
      listener.setAside(object);
    }

    @Override
    public void interrupted(ObjectKind kind, String reason) {
      listener.interrupted(kind, reason);
    }

    @Override
    public void resumed(ObjectKind kind) {
      listener.resumed(kind);
    }
  }
}
