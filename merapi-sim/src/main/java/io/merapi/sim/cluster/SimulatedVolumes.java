package io.merapi.sim.cluster;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.VolumeWriter;
import java.util.concurrent.CompletionStage;

/** Writes volumes and claims that have not changed since they were read. */
final class SimulatedVolumes implements VolumeWriter {

  private final SimulatedCluster cluster;

  SimulatedVolumes(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolume volume) {
    return cluster.soon(() -> write(volume));
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolumeClaim claim) {
    return cluster.soon(() -> write(claim));
  }

  private Outcome write(ClusterObject object) {
    ClusterObject now = cluster.store().find(ClusterObject.class, object.kind(), object.key());
    if (now == null) {
      return new Outcome.Failed(
          "%s \"%s\" not found".formatted(object.kind().kindName(), object.name()));
    }
    if (!now.meta().resourceVersion().equals(object.meta().resourceVersion())) {
      return new Outcome.Failed(
          "%s \"%s\" has been modified".formatted(object.kind().kindName(), object.name()));
    }
    cluster.store().apply(object);
    return new Outcome.Done();
  }
}
