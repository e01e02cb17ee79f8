package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.cluster.watch.ClusterListener;
import io.merapi.cluster.watch.UnreadableObject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Where each pod was bound, by uid, as a watch tells it. */
final class Bindings implements ClusterListener {

  final Map<String, String> nodes = new ConcurrentHashMap<>();
  final Set<String> moved = ConcurrentHashMap.newKeySet();

  @Override
  public synchronized void changed(List<ObjectEvent> events) {
    for (ObjectEvent event : events) {
      if (event.object() instanceof Pod pod && pod.assigned()) {
        String before = nodes.put(pod.meta().uid(), pod.nodeName());
        if (before != null && !before.equals(pod.nodeName())) {
          moved.add(pod.key());
        }
      }
    }
    notifyAll();
  }

  @Override
  public void synced() {
    // Of no interest here.
  }

  @Override
  public void setAside(UnreadableObject object) {
    throw new IllegalStateException("cannot be read: " + object);
  }

  @Override
  public void interrupted(ObjectKind kind, String reason) {
    // It goes on by itself.
  }

  /**
   * Waits until so many pods are bound.
   *
   * @param log what the scheduler says, for the case that they are not
   */
  synchronized void await(int pods, Eventually.Look<?> log) throws IOException {
    long deadline = System.nanoTime() + 120_000_000_000L;
    while (nodes.size() < pods) {
      assertThat(System.nanoTime())
          .as("%d of %d pods are bound; the scheduler said:%n%s", nodes.size(), pods, log.look())
          .isLessThan(deadline);
      try {
        wait(1000);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
