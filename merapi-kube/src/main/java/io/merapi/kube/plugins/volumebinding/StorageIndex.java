package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;

/**
 * The storage of a cluster as one view has it, made to be looked up in; immutable.
 *
 * @param free volumes that any claim may take, by class
 * @param kept volumes that belong to a claim, by the key of the claim
 * @param pools what volumes can be made of, by class
 */
record StorageIndex(
    GroupIndex<SizedVolume> free, GroupIndex<KeptVolume> kept, GroupIndex<CapacityPool> pools) {

  static final StorageIndex EMPTY =
      new StorageIndex(
          GroupIndex.empty(SizedVolume::free),
          GroupIndex.empty(KeptVolume::of),
          GroupIndex.empty(CapacityPool::of));

  /** The index of a view, made from this one at a cost that follows what changed between them. */
  StorageIndex follow(ClusterView cluster) {
    GroupIndex<SizedVolume> freeNow = free.follow(cluster, ObjectKind.PERSISTENT_VOLUME);
    GroupIndex<KeptVolume> keptNow = kept.follow(cluster, ObjectKind.PERSISTENT_VOLUME);
    GroupIndex<CapacityPool> poolsNow = pools.follow(cluster, ObjectKind.CSI_STORAGE_CAPACITY);
    return freeNow == free && keptNow == kept && poolsNow == pools
        ? this
        : new StorageIndex(freeNow, keptNow, poolsNow);
  }
}
