package io.merapi.kube.state;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.kube.persistent.PersistentMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The volumes that are attached to each node; immutable.
 *
 * <p>A node takes some dozens of volumes, so a change copies one short list.
 */
record AttachmentIndex(PersistentMap<String, List<VolumeAttachment>> byNode) {

  static final AttachmentIndex EMPTY = new AttachmentIndex(PersistentMap.empty());

  List<VolumeAttachment> on(String nodeName) {
    List<VolumeAttachment> attached = byNode.get(nodeName);
    return attached == null ? List.of() : attached;
  }

  /** With what became of an object, which need not be an attachment. */
  AttachmentIndex with(@Nullable ClusterObject before, @Nullable ClusterObject now) {
    AttachmentIndex changed = this;
    if (before instanceof VolumeAttachment gone) {
      changed = changed.without(gone);
    }
    return now instanceof VolumeAttachment come ? changed.with(come) : changed;
  }

  private AttachmentIndex with(VolumeAttachment come) {
    var attached = new ArrayList<>(on(come.nodeName()));
    attached.add(come);
    attached.sort(Comparator.comparing(VolumeAttachment::name));
    return new AttachmentIndex(byNode.with(come.nodeName(), List.copyOf(attached)));
  }

  private AttachmentIndex without(VolumeAttachment gone) {
    List<VolumeAttachment> rest =
        on(gone.nodeName()).stream().filter(one -> !one.name().equals(gone.name())).toList();
    return new AttachmentIndex(
        rest.isEmpty() ? byNode.without(gone.nodeName()) : byNode.with(gone.nodeName(), rest));
  }
}
