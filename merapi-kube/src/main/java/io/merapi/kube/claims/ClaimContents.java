package io.merapi.kube.claims;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceConfiguration;
import io.merapi.api.device.DeviceConstraint;
import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodResourceClaim;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.pod.Volume;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.volumes.PodClaims;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells pods apart by what their claims say instead of by the names of these: the pods of a
 * StatefulSet, each with a claim of its own, are alike until their claims are bound.
 *
 * <p>Used by one thread.
 */
public final class ClaimContents {

  /** The annotations of a claim for a volume that scheduling reads. */
  private static final Set<String> READ =
      Set.of(
          WellKnownKeys.BETA_STORAGE_CLASS,
          WellKnownKeys.SELECTED_NODE,
          WellKnownKeys.BIND_COMPLETED);

  private final ClaimChanges changes;

  /**
   * @param changes has followed the cluster of which pods are told apart
   */
  public ClaimContents(ClaimChanges changes) {
    this.changes = changes;
  }

  /**
   * What tells a pod apart from others: equal for pods that get the same answers about every node
   * from all plugins that depend on no more than {@link io.merapi.api.framework.Dependence#CLAIMS}.
   * The class of the pod where it has no claims.
   *
   * @param byName whether claims of the same content are told apart too: other pods, which are not
   *     on their nodes yet, may have some of them
   */
  public Object of(PodInfo info, ClusterView cluster, boolean byName) {
    if (!info.podClass().hasClaims()) {
      return info.podClass();
    }
    Pod pod = info.pod();
    var claims = new ArrayList<@Nullable Record>();
    for (Volume volume : pod.spec().volumes()) {
      String name = PodClaims.name(pod, volume);
      if (name != null) {
        claims.add(ofVolume(pod, name, cluster, byName));
      }
    }
    for (PodResourceClaim reference : pod.spec().resourceClaims()) {
      claims.add(ofDevices(pod, reference, cluster));
    }
    return new Claiming(info.podClass().apartFromClaims(), claims);
  }

  private @Nullable Record ofVolume(Pod pod, String name, ClusterView cluster, boolean byName) {
    PersistentVolumeClaim claim = PodClaims.find(cluster, pod, name);
    if (claim == null) {
      return null;
    }
    AssumedObjects assumed = changes.assumed();
    var latest = (PersistentVolumeClaim) latest(ObjectKind.PERSISTENT_VOLUME_CLAIM, claim, cluster);
    boolean inUse = cluster.claimInUse(claim.key());
    boolean made = isControlledBy(claim.meta(), pod);
    boolean madeForAnother =
        !made && claim.meta().controller().filter(owner -> owner.kind().equals("Pod")).isPresent();
    return new VolumeClaim(
        byName || inUse || madeForAnother ? claim.key() : "",
        inUse,
        made,
        Claimed.of(claim),
        Claimed.of(latest),
        cluster.object(ObjectKind.PERSISTENT_VOLUME, claim.spec().volumeName()),
        assumed.latest(cluster, ObjectKind.PERSISTENT_VOLUME, latest.spec().volumeName()),
        kept(claim, cluster));
  }

  private ClusterObject latest(ObjectKind kind, ClusterObject real, ClusterView cluster) {
    ClusterObject latest = changes.assumed().latest(cluster, kind, real.key());
    return latest == null ? real : latest;
  }

  /** The volumes that belong to a claim which does not know of them yet. */
  private List<PersistentVolume> kept(PersistentVolumeClaim claim, ClusterView cluster) {
    var volumes = new ArrayList<PersistentVolume>();
    for (String name : changes.keptFor(claim.key())) {
      if (cluster.object(ObjectKind.PERSISTENT_VOLUME, name) instanceof PersistentVolume volume) {
        volumes.add(volume);
      }
    }
    for (ClusterObject object :
        changes.assumed().assumed(cluster, ObjectKind.PERSISTENT_VOLUME).values()) {
      if (object instanceof PersistentVolume volume
          && volume.claim() != null
          && volume.claim().means(claim)) {
        volumes.add(volume);
      }
    }
    return volumes;
  }

  private @Nullable Record ofDevices(Pod pod, PodResourceClaim reference, ClusterView cluster) {
    String name = reference.claimName().isEmpty() ? made(pod, reference) : reference.claimName();
    ClusterObject object =
        name == null
            ? null
            : changes
                .assumed()
                .latest(cluster, ObjectKind.RESOURCE_CLAIM, pod.namespace() + "/" + name);
    return object instanceof ResourceClaim claim
        ? new DeviceClaim(
            isControlledBy(claim.meta(), pod),
            claim.meta().deletionTimestamp() != null,
            claim.requests(),
            claim.constraints(),
            claim.configurations(),
            claim.allocation())
        : null;
  }

  /** The name of the claim that was made for a pod from a template; null where there is none. */
  private static @Nullable String made(Pod pod, PodResourceClaim reference) {
    for (PodStatus.ClaimStatus status : pod.status().claimStatuses()) {
      if (status.name().equals(reference.name())) {
        return status.claimName();
      }
    }
    return null;
  }

  private static boolean isControlledBy(ObjectMeta claim, Pod pod) {
    return claim.controller().map(OwnerReference::uid).filter(pod.meta().uid()::equals).isPresent();
  }

  /**
   * Pods whose claims say the same.
   *
   * @param pods their class apart from their claims
   * @param claims in the order of the pod; null for one that does not exist
   */
  private record Claiming(Object pods, List<@Nullable Record> claims) {}

  /**
   * A claim for a volume.
   *
   * @param key empty where no other pod can have the claim
   * @param made whether it was made for the pod
   * @param latest as it is assumed to be
   * @param volume the one that it is bound to; no two claims have the same
   * @param latestVolume as it is assumed to be
   * @param kept volumes that belong to it
   */
  private record VolumeClaim(
      String key,
      boolean inUse,
      boolean made,
      Claimed real,
      Claimed latest,
      @Nullable ClusterObject volume,
      @Nullable ClusterObject latestVolume,
      List<PersistentVolume> kept) {}

  /** What a claim says. */
  private record Claimed(ClaimSpec spec, String phase, Labels annotations, boolean deleting) {

    static Claimed of(PersistentVolumeClaim claim) {
      return new Claimed(
          claim.spec(),
          claim.phase(),
          claim.meta().annotations().only(READ),
          claim.meta().deletionTimestamp() != null);
    }
  }

  /**
   * A claim for devices.
   *
   * @param made whether it was made for the pod
   */
  private record DeviceClaim(
      boolean made,
      boolean deleting,
      List<DeviceRequest> requests,
      List<DeviceConstraint> constraints,
      List<DeviceConfiguration> configurations,
      @Nullable Allocation allocation) {}
}
