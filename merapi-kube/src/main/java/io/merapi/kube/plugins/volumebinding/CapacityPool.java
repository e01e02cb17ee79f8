package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.resource.Quantity;
import io.merapi.api.selector.CompiledSelector;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.storage.CsiStorageCapacity;
import io.merapi.kube.volumes.RequiredLabel;
import org.jspecify.annotations.Nullable;

/** Storage that a driver can still make volumes of, for the nodes that reach it. */
final class CapacityPool implements GroupIndex.Grouped, Comparable<CapacityPool> {

  private final CsiStorageCapacity capacity;
  private final long largestVolumeBytes;
  private final LabelSelector topology;
  private final CompiledSelector nodes;

  private CapacityPool(
      CsiStorageCapacity capacity, long largestVolumeBytes, LabelSelector topology) {
    this.capacity = capacity;
    this.largestVolumeBytes = largestVolumeBytes;
    this.topology = topology;
    this.nodes = CompiledSelector.of(topology);
  }

  /** The pool that an object describes; null where no volume can come of it. */
  static @Nullable CapacityPool of(ClusterObject object) {
    if (!(object instanceof CsiStorageCapacity capacity)) {
      return null;
    }
    Quantity limit = limit(capacity);
    LabelSelector topology = capacity.nodeTopology();
    return limit == null || topology == null
        ? null
        : new CapacityPool(capacity, limit.value(), topology);
  }

  /** The largest volume that can be made; null where nobody knows. */
  static @Nullable Quantity limit(CsiStorageCapacity capacity) {
    Quantity maximum = capacity.maximumVolumeSize();
    return maximum == null ? capacity.capacity() : maximum;
  }

  /** Whether a volume of a size can be made for a node. */
  boolean serves(Labels node, long bytes) {
    return largestVolumeBytes >= bytes && nodes.matches(node);
  }

  /** How much is left in all; 0 where only the largest volume is known. */
  long bytesLeft() {
    Quantity left = capacity.capacity();
    return left == null ? 0 : left.value();
  }

  @Override
  public String key() {
    return capacity.key();
  }

  @Override
  public String group() {
    return capacity.storageClassName();
  }

  @Override
  public @Nullable RequiredLabel place() {
    return RequiredLabel.of(topology);
  }

  @Override
  public int compareTo(CapacityPool other) {
    return key().compareTo(other.key());
  }
}
