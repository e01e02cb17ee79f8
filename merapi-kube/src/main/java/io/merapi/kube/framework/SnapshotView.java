package io.merapi.kube.framework;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.kube.persistent.PersistentBits;
import io.merapi.kube.state.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as plugins see it; used by one thread.
 *
 * <p>Lists are made when they are first asked for and kept.
 */
public final class SnapshotView implements ClusterView {

  private final Snapshot snapshot;
  private final SnapshotNodes nodes;
  private @Nullable List<NodeInfo> nodesWithPodAffinity;
  private @Nullable List<NodeInfo> nodesWithRequiredPodAntiAffinity;

  public SnapshotView(Snapshot snapshot) {
    this.snapshot = snapshot;
    this.nodes = new SnapshotNodes(snapshot);
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public List<NodeInfo> nodes() {
    return nodes;
  }

  @Override
  public @Nullable NodeInfo node(String name) {
    return snapshot.node(name);
  }

  @Override
  public @Nullable PodInfo pod(String key) {
    return snapshot.pod(key);
  }

  @Override
  public List<NodeInfo> nodesWithPodAffinity() {
    List<NodeInfo> known = nodesWithPodAffinity;
    if (known == null) {
      known = snapshot.nodesWithPodAffinity();
      nodesWithPodAffinity = known;
    }
    return known;
  }

  @Override
  public List<NodeInfo> nodesWithRequiredPodAntiAffinity() {
    List<NodeInfo> known = nodesWithRequiredPodAntiAffinity;
    if (known == null) {
      known = snapshot.nodesWithRequiredPodAntiAffinity();
      nodesWithRequiredPodAntiAffinity = known;
    }
    return known;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Where nodes report different sizes, the first node in order speaks for all.
   */
  @Override
  public @Nullable ImageState image(String name) {
    PersistentBits holders = snapshot.nodesWithImage(name);
    if (holders.size() == 0) {
      return null;
    }
    for (int index = holders.next(0); index >= 0; index = holders.next(index + 1)) {
      NodeInfo node = snapshot.node(index);
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
    return snapshot.claimInUse(claimKey);
  }

  @Override
  public List<VolumeAttachment> attachments(String nodeName) {
    return snapshot.attachments(nodeName);
  }

  @Override
  public @Nullable ClusterObject object(ObjectKind kind, String key) {
    return snapshot.objects(kind).get(key);
  }

  @Override
  public List<? extends ClusterObject> objects(ObjectKind kind) {
    return snapshot.objects(kind).inOrder();
  }
}
