package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.Volume;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.volumes.PodClaims;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the claims of a pod and tells those apart that have a volume and those that wait. */
final class ClaimReader {

  private static final Verdict UNBOUND_IMMEDIATE =
      Verdict.unresolvable(
          Reason.of("UnboundImmediateClaims", "pod has unbound immediate PersistentVolumeClaims"));

  private final ClusterView cluster;
  private final AssumedObjects assumed;

  ClaimReader(ClusterView cluster, AssumedObjects assumed) {
    this.cluster = cluster;
    this.assumed = assumed;
  }

  /** Whether a volume of the pod is a claim. */
  static boolean hasClaims(Pod pod) {
    List<Volume> volumes = pod.spec().volumes();
    for (int i = 0; i < volumes.size(); i++) {
      if (PodClaims.name(pod, volumes.get(i)) != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * Why the claims of a pod cannot be used at all; null where they can. Judged by what the cluster
   * has: nothing is assumed of claims that would matter here.
   */
  @Nullable Verdict obstacle(Pod pod) {
    for (Volume volume : pod.spec().volumes()) {
      String name = PodClaims.name(pod, volume);
      Reason reason = name == null ? null : obstacle(pod, volume, name);
      if (reason != null) {
        return Verdict.unresolvable(reason);
      }
    }
    return null;
  }

  private @Nullable Reason obstacle(Pod pod, Volume volume, String name) {
    boolean ephemeral = volume.source() instanceof Volume.Ephemeral;
    PersistentVolumeClaim claim = PodClaims.find(cluster, pod, name);
    if (claim == null) {
      return Reason.of(
          "ClaimMissing",
          ephemeral
              ? "waiting for ephemeral volume controller to create the persistentvolumeclaim \"%s\""
                  .formatted(name)
              : PodClaims.notFound(name));
    }
    if (claim.phase().equals("Lost")) {
      return Reason.of(
          "ClaimLost",
          "persistentvolumeclaim \"%s\" bound to non-existent persistentvolume \"%s\""
              .formatted(name, claim.spec().volumeName()));
    }
    if (claim.meta().deletionTimestamp() != null) {
      return Reason.of(
          "ClaimDeleted", "persistentvolumeclaim \"%s\" is being deleted".formatted(name));
    }
    String foreign = ephemeral ? PodClaims.foreign(pod, claim) : null;
    return foreign == null ? null : Reason.of("ClaimForeign", foreign);
  }

  /**
   * The claims of a pod that {@link #obstacle} has nothing against, as they are assumed to be.
   *
   * @param storage that of the same view, asked for only if a claim waits
   */
  Claims read(Pod pod, Supplier<StorageIndex> storage) {
    var bound = new ArrayList<BoundClaim>();
    var waiting = new ArrayList<PersistentVolumeClaim>();
    boolean immediate = false;
    for (Volume volume : pod.spec().volumes()) {
      String name = PodClaims.name(pod, volume);
      PersistentVolumeClaim claim = name == null ? null : latest(pod.namespace() + "/" + name);
      if (claim == null) {
        continue;
      }
      if (claim.fullyBound()) {
        bound.add(BoundClaim.of(claim, volume(claim.spec().volumeName())));
        continue;
      }
      StorageClass storageClass = storageClass(claim);
      if (storageClass != null && storageClass.volumeBindingMode() == null) {
        return Claims.rejected(
            Verdict.error(
                "VolumeBindingMode not set for StorageClass \"%s\""
                    .formatted(storageClass.name())));
      }
      // A claim that names its volume is for the controller of volumes to bind.
      if (storageClass != null
          && "WaitForFirstConsumer".equals(storageClass.volumeBindingMode())
          && claim.spec().volumeName().isEmpty()) {
        waiting.add(claim);
      } else {
        immediate = true;
      }
    }
    if (immediate) {
      return Claims.rejected(UNBOUND_IMMEDIATE);
    }
    List<WaitingClaim> searched = waiting.isEmpty() ? List.of() : waiting(waiting, storage.get());
    return new Claims(Verdict.success(), PodVolumes.of(cluster, bound, searched));
  }

  private List<WaitingClaim> waiting(List<PersistentVolumeClaim> claims, StorageIndex storage) {
    Map<String, PersistentVolume> assumedVolumes = assumedVolumes();
    var waiting = new ArrayList<WaitingClaim>();
    for (PersistentVolumeClaim claim : claims) {
      StorageClass storageClass = storageClass(claim);
      if (storageClass != null) {
        boolean selected = WaitingClaim.selectedNode(claim) != null;
        waiting.add(
            new WaitingClaim(
                claim,
                selected ? null : new VolumeMatcher(claim, storage, assumedVolumes, claims.size()),
                new Provisioning(claim, storageClass, cluster, storage)));
      }
    }
    return waiting;
  }

  private Map<String, PersistentVolume> assumedVolumes() {
    var volumes = new TreeMap<String, PersistentVolume>();
    assumed
        .assumed(cluster, ObjectKind.PERSISTENT_VOLUME)
        .forEach((name, object) -> volumes.put(name, (PersistentVolume) object));
    return volumes;
  }

  private @Nullable PersistentVolumeClaim latest(String key) {
    return (PersistentVolumeClaim) assumed.latest(cluster, ObjectKind.PERSISTENT_VOLUME_CLAIM, key);
  }

  private @Nullable PersistentVolume volume(String name) {
    return (PersistentVolume) assumed.latest(cluster, ObjectKind.PERSISTENT_VOLUME, name);
  }

  private @Nullable StorageClass storageClass(PersistentVolumeClaim claim) {
    ClusterObject found = cluster.object(ObjectKind.STORAGE_CLASS, claim.storageClass());
    return (StorageClass) found;
  }

  /**
   * What came of reading the claims.
   *
   * @param volumes absent where the verdict is no success
   */
  record Claims(Verdict verdict, @Nullable PodVolumes volumes) {

    static Claims rejected(Verdict verdict) {
      return new Claims(verdict, null);
    }
  }
}
