package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceNames;
import io.merapi.api.selector.CompiledNodeSelector;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.kube.volumes.RequiredLabel;
import org.jspecify.annotations.Nullable;

/** A volume with what its look-up needs to know of it. The smaller one comes first. */
final class SizedVolume implements GroupIndex.Grouped, Comparable<SizedVolume> {

  private final PersistentVolume volume;
  private final Quantity size;
  private final @Nullable CompiledNodeSelector nodes;

  SizedVolume(PersistentVolume volume) {
    Quantity capacity = volume.capacity().get(ResourceNames.STORAGE);
    NodeSelector required = volume.requiredNodes();
    this.volume = volume;
    this.size = capacity == null ? Quantity.ZERO : capacity;
    this.nodes = required == null ? null : CompiledNodeSelector.of(required);
  }

  /** The volume if any claim may take it, otherwise null. */
  static @Nullable SizedVolume free(ClusterObject object) {
    return object instanceof PersistentVolume volume
            && volume.claim() == null
            && volume.phase().equals("Available")
            && volume.meta().deletionTimestamp() == null
        ? new SizedVolume(volume)
        : null;
  }

  PersistentVolume volume() {
    return volume;
  }

  Quantity size() {
    return size;
  }

  /** Whether every node reaches it. */
  boolean isEverywhere() {
    return nodes == null;
  }

  boolean reachableFrom(Labels node) {
    // Upstream hands the labels of the node alone to the selector: fields never keep a node out.
    return nodes == null || nodes.matches(node, "");
  }

  @Override
  public String key() {
    return volume.name();
  }

  @Override
  public String group() {
    return volume.storageClass();
  }

  @Override
  public @Nullable RequiredLabel place() {
    NodeSelector required = volume.requiredNodes();
    return required == null ? null : RequiredLabel.of(required);
  }

  @Override
  public int compareTo(SizedVolume other) {
    int bySize = size.compareTo(other.size);
    return bySize != 0 ? bySize : key().compareTo(other.key());
  }
}
