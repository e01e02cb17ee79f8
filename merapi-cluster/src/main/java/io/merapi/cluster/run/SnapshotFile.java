package io.merapi.cluster.run;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.state.Snapshot;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A scheduler's view of the cluster, written as a list of objects that other commands read. */
final class SnapshotFile {

  private SnapshotFile() {}

  /** Writes everything: nodes, pods with the decisions so far, and what else is followed. */
  static void write(Snapshot snapshot, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      ObjectWriter.jsonList(objects(snapshot), out);
    }
  }

  private static List<ClusterObject> objects(Snapshot snapshot) {
    var objects = new ArrayList<ClusterObject>();
    snapshot.forEachNode(info -> {
      if (info.node() != null) {
        objects.add(info.node());
      }
    });
    snapshot.pods().forEachValue(info -> objects.add(info.pod()));
    snapshot.objects().values().forEach(kind -> kind.forEachValue(objects::add));
    return objects;
  }
}
