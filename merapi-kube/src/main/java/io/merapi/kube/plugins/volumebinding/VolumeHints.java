package io.merapi.kube.plugins.volumebinding;

import static io.merapi.api.framework.ClusterAction.ADD;
import static io.merapi.api.framework.ClusterAction.UPDATE_NODE_LABEL;
import static io.merapi.api.framework.ClusterAction.UPDATE_OBJECT;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.EnqueueExtensions.Registration;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.Volume;
import io.merapi.api.resource.Quantity;
import io.merapi.api.storage.CsiDriver;
import io.merapi.api.storage.CsiStorageCapacity;
import io.merapi.api.storage.StorageClass;
import io.merapi.kube.volumes.PodClaims;
import java.util.List;
import java.util.Set;

/** The changes after which a pod that had no volumes may find them. */
final class VolumeHints {

  private static final Set<ClusterAction> ADD_OR_UPDATE = Set.of(ADD, UPDATE_OBJECT);

  static final List<Registration> REGISTRATIONS =
      List.of(
          Registration.of(ObjectKind.STORAGE_CLASS, ADD_OR_UPDATE, VolumeHints::classMayHelp),
          Registration.of(
              ObjectKind.PERSISTENT_VOLUME_CLAIM, ADD_OR_UPDATE, VolumeHints::claimMayHelp),
          Registration.of(ObjectKind.PERSISTENT_VOLUME, ADD_OR_UPDATE),
          Registration.of(ObjectKind.NODE, Set.of(ADD, UPDATE_NODE_LABEL)),
          Registration.of(ObjectKind.CSI_NODE, ADD_OR_UPDATE, VolumeHints::csiNodeMayHelp),
          Registration.of(ObjectKind.CSI_DRIVER, Set.of(UPDATE_OBJECT), VolumeHints::driverMayHelp),
          Registration.of(
              ObjectKind.CSI_STORAGE_CAPACITY, ADD_OR_UPDATE, VolumeHints::capacityMayHelp));

  private VolumeHints() {}

  /** A new class, or one that makes volumes elsewhere; its binding mode cannot change. */
  private static boolean classMayHelp(PodInfo pod, ObjectChange change, ClusterView cluster) {
    return !(change.before() instanceof StorageClass before)
        || !(change.after() instanceof StorageClass after)
        || !before.allowedTopologies().equals(after.allowedTopologies());
  }

  private static boolean claimMayHelp(PodInfo info, ObjectChange change, ClusterView cluster) {
    Pod pod = info.pod();
    ClusterObject claim = change.latest();
    return claim.namespace().equals(pod.namespace())
        && pod.spec().volumes().stream()
            .anyMatch(volume -> claim.name().equals(PodClaims.name(pod, volume)));
  }

  /** What a node says of drivers that have taken over from in-tree plugins. */
  private static boolean csiNodeMayHelp(PodInfo pod, ObjectChange change, ClusterView cluster) {
    return change.before() == null
        || !migratedPlugins(change.before()).equals(migratedPlugins(change.latest()));
  }

  private static String migratedPlugins(ClusterObject node) {
    return node.meta().annotations().getOrDefault(WellKnownKeys.MIGRATED_PLUGINS, "");
  }

  /** A driver of the pod that no longer heeds capacity; upstream asks volumes in the pod alone. */
  private static boolean driverMayHelp(PodInfo pod, ObjectChange change, ClusterView cluster) {
    return change.before() instanceof CsiDriver before
        && change.after() instanceof CsiDriver after
        && before.storageCapacity()
        && !after.storageCapacity()
        && pod.pod().spec().volumes().stream()
            .anyMatch(volume ->
                volume.source() instanceof Volume.InlineCsi(String driver)
                    && driver.equals(after.name()));
  }

  /** New capacity, or more of it; neither its class nor its topology can change. */
  private static boolean capacityMayHelp(PodInfo pod, ObjectChange change, ClusterView cluster) {
    if (!(change.before() instanceof CsiStorageCapacity before)
        || !(change.after() instanceof CsiStorageCapacity after)) {
      return true;
    }
    Quantity limitBefore = CapacityPool.limit(before);
    Quantity limit = CapacityPool.limit(after);
    return limit != null && (limitBefore == null || limit.value() > limitBefore.value());
  }
}
