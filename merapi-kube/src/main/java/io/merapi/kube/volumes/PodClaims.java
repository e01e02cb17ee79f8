package io.merapi.kube.volumes;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.Volume;
import io.merapi.api.storage.PersistentVolumeClaim;
import org.jspecify.annotations.Nullable;

/** The claims that stand behind the volumes of a pod. */
public final class PodClaims {

  private PodClaims() {}

  /** The name of the claim behind a volume of the pod; null for a volume without a claim. */
  public static @Nullable String name(Pod pod, Volume volume) {
    if (volume.source() instanceof Volume.Claim(String claimName, _)) {
      return claimName;
    }
    return volume.source() instanceof Volume.Ephemeral ? pod.name() + "-" + volume.name() : null;
  }

  /** A claim of the pod's namespace; null where there is none of this name. */
  public static @Nullable PersistentVolumeClaim find(
      ClusterView cluster, Pod pod, String claimName) {
    return (PersistentVolumeClaim)
        cluster.object(ObjectKind.PERSISTENT_VOLUME_CLAIM, pod.namespace() + "/" + claimName);
  }

  /** Whether one of the pod's volumes names the claim; claims made for the pod are not asked. */
  public static boolean names(Pod pod, PersistentVolumeClaim claim) {
    return claim.namespace().equals(pod.namespace())
        && pod.spec().volumes().stream()
            .anyMatch(volume ->
                volume.source() instanceof Volume.Claim(String claimName, _)
                    && claimName.equals(claim.name()));
  }

  /** What upstream says of a claim that is not there. */
  public static String notFound(String claimName) {
    return "persistentvolumeclaim \"%s\" not found".formatted(claimName);
  }

  /**
   * What stands against taking a claim for the one that was made for an ephemeral volume of the
   * pod, in upstream's words; null where nothing does.
   */
  public static @Nullable String foreign(Pod pod, PersistentVolumeClaim claim) {
    boolean owned =
        claim
            .meta()
            .controller()
            .map(OwnerReference::uid)
            .filter(pod.meta().uid()::equals)
            .isPresent();
    return owned
        ? null
        : "PVC %s/%s was not created for pod %s/%s (pod is not owner)"
            .formatted(claim.namespace(), claim.name(), pod.namespace(), pod.name());
  }
}
