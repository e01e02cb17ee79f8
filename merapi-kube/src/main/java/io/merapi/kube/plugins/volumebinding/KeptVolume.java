package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolume.ClaimReference;
import io.merapi.kube.volumes.RequiredLabel;
import org.jspecify.annotations.Nullable;

/** A volume that is bound to a claim, or kept for one; found by the key of the claim. */
record KeptVolume(PersistentVolume volume, String group)
    implements GroupIndex.Grouped, Comparable<KeptVolume> {

  /** The volume if it belongs to a claim, otherwise null. */
  static @Nullable KeptVolume of(ClusterObject object) {
    return object instanceof PersistentVolume volume
            && volume.claim() instanceof ClaimReference(var namespace, var name, _)
        ? new KeptVolume(volume, namespace + "/" + name)
        : null;
  }

  @Override
  public String key() {
    return volume.name();
  }

  @Override
  public @Nullable RequiredLabel place() {
    return null;
  }

  @Override
  public int compareTo(KeptVolume other) {
    return key().compareTo(other.key());
  }
}
