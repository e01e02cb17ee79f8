package io.merapi.kube.plugins.volumezone;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.Volume;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.kube.volumes.PodClaims;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the volumes of a pod are.
 *
 * @param verdict success, or why the pod cannot have its volumes
 */
record WantedPlace(Verdict verdict, List<VolumeTopology> topologies) {

  static final String WAIT_FOR_FIRST_CONSUMER = "WaitForFirstConsumer";

  WantedPlace {
    topologies = List.copyOf(topologies);
  }

  /** The places of all volumes that are bound to a claim of the pod. */
  static WantedPlace of(Pod pod, ClusterView cluster) {
    var topologies = new ArrayList<VolumeTopology>();
    for (Volume volume : pod.spec().volumes()) {
      if (volume.source() instanceof Volume.Claim(String claimName, _)) {
        Verdict verdict = add(pod, claimName, cluster, topologies);
        if (!verdict.isSuccess()) {
          return new WantedPlace(verdict, List.of());
        }
      }
    }
    return new WantedPlace(Verdict.success(), topologies);
  }

  private static Verdict add(
      Pod pod, String claimName, ClusterView cluster, List<VolumeTopology> into) {
    if (claimName.isEmpty()) {
      return rejected("ClaimUnnamed", "PersistentVolumeClaim had no name");
    }
    PersistentVolumeClaim claim = PodClaims.find(cluster, pod, claimName);
    if (claim == null) {
      return rejected("ClaimNotFound", PodClaims.notFound(claimName));
    }
    String volumeName = claim.spec().volumeName();
    if (volumeName.isEmpty()) {
      return judgeUnbound(claim.storageClass(), cluster);
    }
    var volume = (PersistentVolume) cluster.object(ObjectKind.PERSISTENT_VOLUME, volumeName);
    if (volume == null) {
      return rejected("VolumeNotFound", "persistentvolume \"%s\" not found".formatted(volumeName));
    }
    into.addAll(VolumeTopology.of(volume));
    return Verdict.success();
  }

  /** A claim may be without a volume only while its class waits for the pod to get a node. */
  private static Verdict judgeUnbound(String className, ClusterView cluster) {
    if (className.isEmpty()) {
      return rejected("ClaimUnbound", "PersistentVolumeClaim had no pv name and storageClass name");
    }
    var storageClass = (StorageClass) cluster.object(ObjectKind.STORAGE_CLASS, className);
    if (storageClass == null) {
      return rejected(
          "StorageClassNotFound",
          "storageclass.storage.k8s.io \"%s\" not found".formatted(className));
    }
    String mode = storageClass.volumeBindingMode();
    if (mode == null) {
      return rejected(
          "BindingModeUnset",
          "VolumeBindingMode not set for StorageClass \"%s\"".formatted(className));
    }
    return mode.equals(WAIT_FOR_FIRST_CONSUMER)
        ? Verdict.success()
        : rejected("ClaimUnbound", "PersistentVolume had no name");
  }

  private static Verdict rejected(String code, String summary) {
    return Verdict.unresolvable(Reason.of(code, summary));
  }
}
