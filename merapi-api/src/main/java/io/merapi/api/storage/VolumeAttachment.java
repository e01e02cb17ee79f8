package io.merapi.api.storage;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import org.jspecify.annotations.Nullable;

/**
 * A volume attached to a node; it counts against the node's limit even when no pod uses it.
 *
 * @param attacher the CSI driver
 * @param persistentVolumeName absent where the volume is described in place
 */
public record VolumeAttachment(
    ObjectMeta meta, String attacher, String nodeName, @Nullable String persistentVolumeName)
    implements ClusterObject {

  @Override
  public ObjectKind kind() {
    return ObjectKind.VOLUME_ATTACHMENT;
  }
}
