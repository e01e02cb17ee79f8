package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceNames;
import io.merapi.api.selector.CompiledSelector;
import io.merapi.api.selector.Operator;
import io.merapi.api.storage.CsiDriver;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.StorageClass.TopologyRequirement;
import io.merapi.api.storage.StorageClass.TopologyTerm;
import io.merapi.kube.plugins.volumebinding.VolumeConflict.Cause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says whether the volume of a claim can be made for a node, by the storage class of the claim. */
final class Provisioning {

  /** The provisioner of classes that only have volumes that somebody made by hand. */
  private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

  private final PersistentVolumeClaim claim;
  private final List<CompiledSelector> allowedTopologies;
  private final long bytes;
  private final @Nullable PlaceIndex<CapacityPool> pools;
  private final @Nullable VolumeConflict noneMade;
  private final VolumeConflict madeElsewhere;
  private final VolumeConflict noSpace;

  Provisioning(
      PersistentVolumeClaim claim,
      StorageClass storageClass,
      ClusterView cluster,
      StorageIndex storage) {
    Quantity size = claim.spec().requests().get(ResourceNames.STORAGE);
    this.claim = claim;
    this.allowedTopologies =
        storageClass.allowedTopologies().stream().map(Provisioning::compiled).toList();
    this.bytes = size == null ? 0 : size.value();
    this.pools =
        size != null && tellsCapacity(cluster, storageClass.provisioner())
            ? storage.pools().of(storageClass.name())
            : null;
    this.noneMade =
        storageClass.provisioner().isEmpty() || storageClass.provisioner().equals(NO_PROVISIONER)
            ? new VolumeConflict(Cause.NONE_MADE, claim)
            : null;
    this.madeElsewhere = new VolumeConflict(Cause.MADE_ELSEWHERE, claim);
    this.noSpace = new VolumeConflict(Cause.NO_SPACE, claim);
  }

  private static CompiledSelector compiled(TopologyTerm term) {
    if (term.requirements().isEmpty()) {
      return CompiledSelector.NOTHING;
    }
    CompiledSelector all = CompiledSelector.EVERYTHING;
    for (TopologyRequirement requirement : term.requirements()) {
      all = all.and(CompiledSelector.of(requirement.key(), Operator.IN, requirement.values()));
    }
    return all;
  }

  private static boolean tellsCapacity(ClusterView cluster, String driverName) {
    return cluster.object(ObjectKind.CSI_DRIVER, driverName) instanceof CsiDriver driver
        && driver.storageCapacity();
  }

  /** What keeps the volume from being made for a node; null where it is added to the choice. */
  @Nullable VolumeConflict conflictOn(Labels node, NodeChoice choice) {
    if (noneMade != null) {
      return noneMade;
    }
    if (!isAllowed(node)) {
      return madeElsewhere;
    }
    CapacityPool pool = null;
    if (pools != null) {
      pool = pool(pools, node);
      if (pool == null) {
        return noSpace;
      }
    }
    choice.provision(claim, pool);
    return null;
  }

  private boolean isAllowed(Labels node) {
    for (CompiledSelector term : allowedTopologies) {
      if (term.matches(node)) {
        return true;
      }
    }
    return allowedTopologies.isEmpty();
  }

  private @Nullable CapacityPool pool(PlaceIndex<CapacityPool> known, Labels node) {
    CapacityPool pool = pool(known.anywhere(), node);
    for (int label = 0; pool == null && label < known.labels(); label++) {
      pool = pool(known.at(label, node), node);
    }
    return pool;
  }

  private @Nullable CapacityPool pool(List<CapacityPool> candidates, Labels node) {
    for (CapacityPool candidate : candidates) {
      if (candidate.serves(node, bytes)) {
        return candidate;
      }
    }
    return null;
  }
}
