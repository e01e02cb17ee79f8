package io.merapi.kube.state;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.kube.persistent.PersistentMap;
import java.util.Map;
import java.util.Set;

/** The cluster as it is at any time; used by the thread that feeds its state. */
final class PresentContents extends ClusterContents {

  private final ClusterState state;

  PresentContents(ClusterState state) {
    this.state = state;
  }

  @Override
  NodeIndex nodeIndex() {
    return state.nodes();
  }

  @Override
  PodIndex podIndex() {
    return state.pods();
  }

  @Override
  public Map<ObjectKind, PersistentMap<String, ClusterObject>> objects() {
    return state.objects();
  }

  @Override
  AttachmentIndex attachmentIndex() {
    return state.attachments();
  }

  @Override
  public NodeLog nodeLog() {
    return state.nodeLog();
  }

  @Override
  public long loggedChanges() {
    return state.nodeLog().position();
  }

  @Override
  public Set<String> readLabelKeys() {
    return state.readLabelKeys();
  }

  @Override
  public String toString() {
    return "%d nodes, %d pods".formatted(nodeCount(), podIndex().all().size());
  }
}
