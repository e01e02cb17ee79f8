package io.merapi.cluster.watch;

import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.thread.Threads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Follows the cluster and tells one listener.
 *
 * <p>Each kind is read by a platform thread of its own: virtual threads share few carriers with the
 * requests that go out, and a reader that has to wait for them is dropped by the server.
 */
public final class ClusterWatch implements AutoCloseable {

  private final HandOver handOver;
  private final List<KindWatch> kinds = new ArrayList<>();
  private final List<Thread> readers = new ArrayList<>();
  private final Thread teller;

  private ClusterWatch(HandOver handOver) {
    this.handOver = handOver;
    this.teller = Thread.ofPlatform().daemon().name("cluster-events").unstarted(this::tell);
  }

  /**
   * Starts to follow.
   *
   * @param kinds at least one, each at most once
   */
  public static ClusterWatch start(
      ApiClient client, Collection<WatchedKind> kinds, ClusterListener listener) {
    var handOver =
        new HandOver(listener, kinds.stream().map(WatchedKind::kind).collect(Collectors.toSet()));
    var watch = new ClusterWatch(handOver);
    for (WatchedKind kind : kinds) {
      watch.kinds.add(new KindWatch(client, kind, handOver));
    }
    watch.start();
    return watch;
  }

  private void start() {
    for (KindWatch kind : kinds) {
      String name = "watch-" + kind.kind().kindName();
      readers.add(Thread.ofPlatform().daemon().name(name).unstarted(kind::run));
    }
    teller.start();
    readers.forEach(Thread::start);
  }

  private void tell() {
    try {
      handOver.run();
    } finally {
      // A listener that threw gets nothing more, so there is nothing left to read for.
      kinds.forEach(KindWatch::stop);
    }
  }

  /** Ends all streams; once this returns the listener is not called any more. */
  @Override
  public void close() {
    handOver.stop();
    kinds.forEach(KindWatch::stop);
    readers.forEach(Thread::interrupt);
    Threads.awaitEnd(teller);
  }
}
