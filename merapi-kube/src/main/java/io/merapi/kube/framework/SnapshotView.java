package io.merapi.kube.framework;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.kube.persistent.PersistentBits;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.ObjectMaps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The contents of a cluster as plugins see them; used by one thread. */
public final class SnapshotView implements ObjectMaps.Viewed {

  private final ClusterContents contents;
  private final SnapshotNodes nodes;

  public SnapshotView(ClusterContents contents) {
    this.contents = contents;
    this.nodes = new SnapshotNodes(contents);
  }

  @Override
  public ClusterContents contents() {
    return contents;
  }

  @Override
  public List<NodeInfo> nodes() {
    return nodes;
  }

  @Override
  public @Nullable NodeInfo node(String name) {
    return contents.node(name);
  }

  @Override
  public @Nullable PodInfo pod(String key) {
    return contents.pod(key);
  }

  @Override
  public List<NodeInfo> nodesWithPodAffinity() {
    return contents.nodesWithPodAffinity();
  }

  @Override
  public List<NodeInfo> nodesWithRequiredPodAntiAffinity() {
    return contents.nodesWithRequiredPodAntiAffinity();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Where nodes report different sizes, the first node in order speaks for all.
   */
  @Override
  public @Nullable ImageState image(String name) {
    PersistentBits holders = contents.nodesWithImage(name);
    if (holders.size() == 0) {
      return null;
    }
    for (int index = holders.next(0); index >= 0; index = holders.next(index + 1)) {
      NodeInfo node = contents.node(index);
      long size = node == null ? -1 : node.imageSizeBytes(name);
      if (size >= 0) {
        return new ImageState(size, holders.size());
      }
    }
    // Only sizes below zero are left, which no real node reports.
    return new ImageState(0, holders.size());
  }

  @Override
  public boolean claimInUse(String claimKey) {
    return contents.claimInUse(claimKey);
  }

  @Override
  public List<VolumeAttachment> attachments(String nodeName) {
    return contents.attachments(nodeName);
  }

  @Override
  public @Nullable ClusterObject object(ObjectKind kind, String key) {
    return contents.objects(kind).get(key);
  }

  @Override
  public List<? extends ClusterObject> objects(ObjectKind kind) {
    return contents.objects(kind).inOrder();
  }
}
