package io.merapi.bench.endtoend;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.access.ClusterAccess;
import io.merapi.cluster.watch.ClusterListener;
import io.merapi.cluster.watch.UnreadableObject;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.kube.effects.Binder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A program that watches pods and binds them to one node after the other, without a look at either:
 * what it does in a second is what the API server can take.
 */
final class BareBinder implements ClusterListener {

  /** Pods that name it are its own. */
  static final String NAME = "bare";

  private final Binder binder;
  private final int nodes;
  private int bound;

  private BareBinder(Binder binder, int nodes) {
    this.binder = binder;
    this.nodes = nodes;
  }

  /**
   * Runs until it is killed.
   *
   * @param args a kubeconfig, and how many nodes there are
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    try (var cluster = ClusterConnection.open(ClusterAccess.fromKubeconfig(Path.of(args[0])))) {
      var waiting = new WatchedKind(ObjectKind.POD, "spec.nodeName=,spec.schedulerName=" + NAME);
      cluster.watch(
          List.of(waiting), new BareBinder(cluster.effects().binder(), Integer.parseInt(args[1])));
      new CountDownLatch(1).await();
    }
  }

  @Override
  public void changed(List<ObjectEvent> events) {
    for (ObjectEvent event : events) {
      // A pod that is bound no longer matches, which is told as its end.
      if (event instanceof ObjectEvent.Applied && event.object() instanceof Pod pod) {
        var _ = binder.bind(pod, TestCluster.nodeName(bound++ % nodes));
      }
    }
  }

  @Override
  public void synced() {
    // There is nothing to wait for.
  }

  @Override
  public void setAside(UnreadableObject object) {
    throw new IllegalStateException("cannot be read: " + object);
  }

  @Override
  public void interrupted(ObjectKind kind, String reason) {
    // It goes on by itself.
  }
}
