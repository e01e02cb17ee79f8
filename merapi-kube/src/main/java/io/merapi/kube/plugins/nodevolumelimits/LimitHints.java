package io.merapi.kube.plugins.nodevolumelimits;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.Volume;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.kube.volumes.CsiMigration;
import io.merapi.kube.volumes.MigratedPlugin;
import io.merapi.kube.volumes.PodClaims;
import io.merapi.kube.volumes.VolumeTranslationException;
import java.util.HashMap;
import java.util.Map;

/** Which changes of the cluster can give the volumes of a pod room. */
final class LimitHints {

  private LimitHints() {}

  /** A driver's limit is higher than it was; none stated counts as 0, as upstream has it. */
  static boolean raisesLimit(PodInfo pod, ObjectChange change, ClusterView cluster) {
    if (!(change.before() instanceof CsiNode before)) {
      return true;
    }
    var limits = new HashMap<String, Integer>();
    before.drivers().forEach(driver -> limits.put(driver.name(), limit(driver)));
    return ((CsiNode) change.latest())
        .drivers().stream().anyMatch(driver -> limit(driver) > former(limits, driver));
  }

  private static int limit(CsiNode.Driver driver) {
    Integer count = driver.allocatableCount();
    return count == null ? 0 : count;
  }

  private static int former(Map<String, Integer> limits, CsiNode.Driver driver) {
    return limits.getOrDefault(driver.name(), 0);
  }

  /** A pod with volumes that count has left a node. */
  static boolean freesVolume(PodInfo pod, ObjectChange change, ClusterView cluster) {
    Pod gone = (Pod) change.latest();
    return (gone.assigned() || !gone.status().nominatedNodeName().isEmpty())
        && gone.spec().volumes().stream().anyMatch(VolumeCount::mayCount);
  }

  /** The claim that the pod could not find. */
  static boolean bringsClaim(PodInfo waiting, ObjectChange change, ClusterView cluster) {
    Pod pod = waiting.pod();
    var claim = (PersistentVolumeClaim) change.latest();
    return claim.namespace().equals(pod.namespace())
        && pod.spec().volumes().stream()
            .anyMatch(volume -> claim.name().equals(PodClaims.name(pod, volume)));
  }

  /** A volume was detached that may be of a driver that the pod needs. */
  static boolean detaches(PodInfo pod, ObjectChange change, ClusterView cluster) {
    String attacher = ((VolumeAttachment) change.latest()).attacher();
    return pod.pod().spec().volumes().stream()
        .anyMatch(volume ->
            volume.source() instanceof Volume.Claim
                || isOf(volume, pod.pod().namespace(), attacher));
  }

  private static boolean isOf(Volume volume, String namespace, String driver) {
    MigratedPlugin plugin = MigratedPlugin.of(volume.source());
    if (plugin == null) {
      return false;
    }
    try {
      return CsiMigration.inlineHandle(volume, namespace) != null && plugin.driver().equals(driver);
    } catch (VolumeTranslationException _) {
      // Upstream's hint fails here, and a hint that fails counts as a yes.
      return true;
    }
  }
}
