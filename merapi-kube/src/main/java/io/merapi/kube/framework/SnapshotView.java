package io.merapi.kube.framework;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.state.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as plugins see it; used by one thread.
 *
 * <p>Lists are made when they are first asked for and kept.
 */
public final class SnapshotView implements ClusterView {

  private final Snapshot snapshot;
  private final Map<ObjectKind, List<ClusterObject>> objects = new EnumMap<>(ObjectKind.class);
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
  public List<NodeInfo> nodesWithPodAffinity() {
    List<NodeInfo> known = nodesWithPodAffinity;
    if (known == null) {
      known = List.copyOf(snapshot.nodesWithPodAffinity());
      nodesWithPodAffinity = known;
    }
    return known;
  }

  @Override
  public List<NodeInfo> nodesWithRequiredPodAntiAffinity() {
    List<NodeInfo> known = nodesWithRequiredPodAntiAffinity;
    if (known == null) {
      known = List.copyOf(snapshot.nodesWithRequiredPodAntiAffinity());
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
    int count = snapshot.nodesWithImage(name);
    if (count == 0) {
      return null;
    }
    for (int index = 0; index < snapshot.nodeBound(); index++) {
      NodeInfo node = snapshot.node(index);
      long size = node == null ? -1 : node.imageSizeBytes(name);
      if (size >= 0) {
        return new ImageState(size, count);
      }
    }
    // Only sizes below zero are left, which no real node reports.
    return new ImageState(0, count);
  }

  @Override
  public @Nullable ClusterObject object(ObjectKind kind, String key) {
    return snapshot.objects(kind).get(key);
  }

  @Override
  public List<? extends ClusterObject> objects(ObjectKind kind) {
    return objects.computeIfAbsent(kind, this::sorted);
  }

  private List<ClusterObject> sorted(ObjectKind kind) {
    var found = new ArrayList<ClusterObject>();
    snapshot.objects(kind).forEachValue(found::add);
    found.sort(Comparator.comparing(ClusterObject::key));
    return List.copyOf(found);
  }
}
