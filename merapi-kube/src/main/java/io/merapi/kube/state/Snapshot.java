package io.merapi.kube.state;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.persistent.PersistentMap;
import java.util.Map;
import java.util.Set;

/**
 * The cluster at one moment; immutable, to be read by any thread.
 *
 * <p>Upstream counterpart: {@code Snapshot} of kube-scheduler's cache.
 */
public final class Snapshot extends ClusterContents {

  private final ClusterState origin;
  private final long version;
  private final ResourceDictionary dictionary;
  private final NodeIndex nodes;
  private final PodIndex pods;
  private final Map<ObjectKind, PersistentMap<String, ClusterObject>> objects;
  private final AttachmentIndex attachments;
  private final NodeLog nodeLog;
  private final long loggedChanges;
  private final int podClassBound;
  private final Set<String> readLabelKeys;

  /**
   * @param nodes not copied, and not to be changed any more, as is everything
   */
  Snapshot(
      ClusterState origin,
      long version,
      ResourceDictionary dictionary,
      NodeIndex nodes,
      PodIndex pods,
      Map<ObjectKind, PersistentMap<String, ClusterObject>> objects,
      AttachmentIndex attachments,
      NodeLog nodeLog,
      int podClassBound,
      Set<String> readLabelKeys) {
    this.origin = origin;
    this.version = version;
    this.dictionary = dictionary;
    this.nodes = nodes;
    this.pods = pods;
    this.objects = objects;
    this.attachments = attachments;
    this.nodeLog = nodeLog;
    this.loggedChanges = nodeLog.position();
    this.podClassBound = podClassBound;
    this.readLabelKeys = readLabelKeys;
  }

  @Override
  NodeIndex nodeIndex() {
    return nodes;
  }

  @Override
  PodIndex podIndex() {
    return pods;
  }

  @Override
  public Map<ObjectKind, PersistentMap<String, ClusterObject>> objects() {
    return objects;
  }

  @Override
  AttachmentIndex attachmentIndex() {
    return attachments;
  }

  @Override
  public NodeLog nodeLog() {
    return nodeLog;
  }

  @Override
  public long loggedChanges() {
    return loggedChanges;
  }

  @Override
  public Set<String> readLabelKeys() {
    return readLabelKeys;
  }

  /** A number that grows from one snapshot of a state to the next. */
  public long version() {
    return version;
  }

  /** The names behind the numbers of all resource amounts in this snapshot. */
  public ResourceDictionary dictionary() {
    return dictionary;
  }

  /** Nodes that pods are bound to but that do not exist (any more, or yet), by name. */
  public PersistentMap<String, NodeInfo> unseenNodes() {
    return nodes.unseen();
  }

  /** Every pod by its key, also those that have ended. */
  public PersistentMap<String, PodInfo> pods() {
    return pods.all();
  }

  /** The keys of the pods of a PodGroup, whether or not the group itself is known yet. */
  public PersistentMap<String, String> podsOfGroup(String groupKey) {
    return pods.members(groupKey);
  }

  /** The keys of the pods of every PodGroup that a pod names, by the group's key. */
  public PersistentMap<String, PersistentMap<String, String>> podGroups() {
    return pods.groups();
  }

  /** The numbers of all pod classes are below this one. */
  public int podClassBound() {
    return podClassBound;
  }

  /** Whether the other was taken of the same state. */
  public boolean sharesHistoryWith(Snapshot other) {
    return other.origin == origin;
  }

  /**
   * What changed since an earlier snapshot of the same state.
   *
   * @throws IllegalArgumentException if the other was taken of another state
   */
  public SnapshotChanges since(Snapshot earlier) {
    if (!sharesHistoryWith(earlier)) {
      throw new IllegalArgumentException("snapshots of different states have no common history");
    }
    return new SnapshotChanges(earlier, this);
  }

  @Override
  public String toString() {
    return "snapshot %d: %d nodes, %d pods".formatted(version, nodeCount(), pods.all().size());
  }
}
