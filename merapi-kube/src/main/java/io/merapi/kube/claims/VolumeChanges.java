package io.merapi.kube.claims;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.Volume;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.storage.CsiStorageCapacity;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolume.ClaimReference;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.volumes.RequiredLabel;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes are touched by changes of volumes, of claims for them and of what they are made of;
 * used by one thread.
 *
 * <p>A claim touches the nodes whose pods use it, because volumes count against their limits; for
 * the pod that is to be placed its own claims are told of by {@link ClaimContents}. A volume
 * touches the nodes with pods of its claim, those that it is attached to, and while it is free all
 * nodes that can reach it.
 */
final class VolumeChanges {

  private final ObjectChanges objects = new ObjectChanges();

  /** Keys of claims by the name of their volume. */
  private final Groups claims = new Groups();

  /** Names of volumes by the key of the claim that they are bound to or kept for. */
  private final Groups kept = new Groups();

  /** Keys of attachments by the name of their volume. */
  private final Groups attachments = new Groups();

  /** The names of the volumes that are bound to a claim, or kept for it. */
  Set<String> keptFor(String claimKey) {
    return kept.of(claimKey);
  }

  void follow(TouchedNodes touched) {
    ClusterContents contents = touched.contents();
    objects.of(ObjectKind.STORAGE_CLASS, contents, (_, _, _) -> touched.all());
    objects.of(ObjectKind.CSI_DRIVER, contents, (_, _, _) -> touched.all());
    objects.of(ObjectKind.CSI_NODE, contents, (name, _, _) -> touched.named(name));
    objects.of(
        ObjectKind.VOLUME_ATTACHMENT,
        contents,
        (key, before, after) -> {
          remove(key, before, touched);
          add(key, after, touched);
        });
    objects.of(
        ObjectKind.PERSISTENT_VOLUME_CLAIM,
        contents,
        (key, before, after) -> {
          claims.remove(volumeOf(before), key);
          claims.add(volumeOf(after), key);
          touchUsers(key, touched);
        });
    objects.of(
        ObjectKind.PERSISTENT_VOLUME,
        contents,
        (name, before, after) -> changed(name, before, after, touched));
    objects.of(
        ObjectKind.CSI_STORAGE_CAPACITY,
        contents,
        (_, before, after) -> {
          touchServed(before, touched);
          touchServed(after, touched);
        });
  }

  private void remove(String key, @Nullable ClusterObject object, TouchedNodes touched) {
    if (object instanceof VolumeAttachment attachment) {
      attachments.remove(volumeOf(attachment), key);
      touched.named(attachment.nodeName());
    }
  }

  private void add(String key, @Nullable ClusterObject object, TouchedNodes touched) {
    if (object instanceof VolumeAttachment attachment) {
      attachments.add(volumeOf(attachment), key);
      touched.named(attachment.nodeName());
    }
  }

  private static String volumeOf(VolumeAttachment attachment) {
    String name = attachment.persistentVolumeName();
    return name == null ? "" : name;
  }

  private static String volumeOf(@Nullable ClusterObject claim) {
    return claim instanceof PersistentVolumeClaim known ? known.spec().volumeName() : "";
  }

  private void changed(
      String name,
      @Nullable ClusterObject before,
      @Nullable ClusterObject after,
      TouchedNodes touched) {
    if (before instanceof PersistentVolume volume) {
      kept.remove(claimOf(volume), name);
    }
    if (after instanceof PersistentVolume volume) {
      kept.add(claimOf(volume), name);
    }
    for (String claim : claims.of(name)) {
      touchUsers(claim, touched);
    }
    for (String key : attachments.of(name)) {
      if (touched.contents().objects(ObjectKind.VOLUME_ATTACHMENT).get(key)
          instanceof VolumeAttachment attachment) {
        touched.named(attachment.nodeName());
      }
    }
    touchIfFree(before, touched);
    touchIfFree(after, touched);
  }

  private static String claimOf(PersistentVolume volume) {
    return volume.claim() instanceof ClaimReference(String namespace, String name, _)
        ? namespace + "/" + name
        : "";
  }

  private static void touchIfFree(@Nullable ClusterObject object, TouchedNodes touched) {
    if (object instanceof PersistentVolume volume && volume.claim() == null) {
      touchReach(volume, touched);
    }
  }

  /** Touches the nodes that can reach a volume. */
  static void touchReach(PersistentVolume volume, TouchedNodes touched) {
    NodeSelector required = volume.requiredNodes();
    touched.with(required == null ? null : RequiredLabel.of(required));
  }

  /** One without a topology serves no node. */
  private static void touchServed(@Nullable ClusterObject object, TouchedNodes touched) {
    if (object instanceof CsiStorageCapacity capacity && capacity.nodeTopology() != null) {
      touched.with(RequiredLabel.of(capacity.nodeTopology()));
    }
  }

  /** Touches the nodes with pods that name a claim, or that it is made for. */
  private static void touchUsers(String claimKey, TouchedNodes touched) {
    ClusterContents contents = touched.contents();
    contents.nodesWithClaim(claimKey).forEach(touched::at);
    // The claim of an ephemeral volume has the name of the pod and that of the volume.
    for (int dash = claimKey.indexOf('-'); dash >= 0; dash = claimKey.indexOf('-', dash + 1)) {
      PodInfo info = contents.pod(claimKey.substring(0, dash));
      if (info != null && hasEphemeral(info.pod(), claimKey.substring(dash + 1))) {
        touched.named(info.pod().nodeName());
      }
    }
  }

  private static boolean hasEphemeral(Pod pod, String volumeName) {
    return pod.spec().volumes().stream()
        .anyMatch(volume ->
            volume.source() instanceof Volume.Ephemeral && volume.name().equals(volumeName));
  }
}
