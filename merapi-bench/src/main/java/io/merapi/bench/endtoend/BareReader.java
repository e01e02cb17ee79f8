package io.merapi.bench.endtoend;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.access.ClusterAccess;
import io.merapi.cluster.watch.ClusterListener;
import io.merapi.cluster.watch.UnreadableObject;
import io.merapi.cluster.watch.WatchedKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A program that reads all nodes, pods and groups of pods, keeps them, and ends: a scheduler that
 * starts cannot know the cluster earlier.
 */
final class BareReader implements ClusterListener {

  private final List<ObjectEvent> read = new ArrayList<>();
  private final CountDownLatch synced = new CountDownLatch(1);

  private BareReader() {}

  /**
   * Says how many objects it has read.
   *
   * @param args a kubeconfig
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    var kinds =
        List.of(
            WatchedKind.all(ObjectKind.NODE),
            WatchedKind.all(ObjectKind.POD),
            WatchedKind.all(ObjectKind.POD_GROUP));
    var reader = new BareReader();
    try (var cluster = ClusterConnection.open(ClusterAccess.fromKubeconfig(Path.of(args[0])))) {
      cluster.watch(kinds, reader);
      reader.synced.await();
      System.out.println(reader.read.size());
      Runtime.getRuntime().halt(0);
    }
  }

  @Override
  public void changed(List<ObjectEvent> events) {
    read.addAll(events);
  }

  @Override
  public void synced() {
    synced.countDown();
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
