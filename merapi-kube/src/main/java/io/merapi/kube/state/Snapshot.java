package io.merapi.kube.state;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.kube.persistent.PersistentBits;
import io.merapi.kube.persistent.PersistentMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The cluster at one moment; immutable, to be read by any thread.
 *
 * <p>Nodes have small numbers, their indices, which stay with them for life and are taken over by
 * new nodes after that; the order of nodes is that of their indices. Upstream counterpart: {@code
 * Snapshot} of kube-scheduler's cache.
 */
public final class Snapshot {

  private final ClusterState origin;
  private final long version;
  private final ResourceDictionary dictionary;
  private final NodeIndex nodes;
  private final PodIndex pods;
  private final Map<ObjectKind, PersistentMap<String, ClusterObject>> objects;
  private final AttachmentIndex attachments;
  private final int podClassBound;
  private final Set<String> readLabelKeys;

  /**
   * @param objects not copied, and not to be changed any more
   */
  Snapshot(
      ClusterState origin,
      long version,
      ResourceDictionary dictionary,
      NodeIndex nodes,
      PodIndex pods,
      Map<ObjectKind, PersistentMap<String, ClusterObject>> objects,
      AttachmentIndex attachments,
      int podClassBound,
      Set<String> readLabelKeys) {
    this.origin = origin;
    this.version = version;
    this.dictionary = dictionary;
    this.nodes = nodes;
    this.pods = pods;
    this.objects = objects;
    this.attachments = attachments;
    this.podClassBound = podClassBound;
    this.readLabelKeys = readLabelKeys;
  }

  /** A number that grows from one snapshot of a state to the next. */
  public long version() {
    return version;
  }

  /** The names behind the numbers of all resource amounts in this snapshot. */
  public ResourceDictionary dictionary() {
    return dictionary;
  }

  /** How many nodes there are. */
  public int nodeCount() {
    return nodes.indices().size();
  }

  /** The indices of all nodes are below this one; not every index has a node. */
  public int nodeBound() {
    return nodes.places().size();
  }

  /** The node at an index; absent where the index is free. */
  public @Nullable NodeInfo node(int index) {
    return nodes.places().get(index);
  }

  /** A node by its name; absent where there is none, whatever pods say. */
  public @Nullable NodeInfo node(String name) {
    return nodes.find(name);
  }

  /** Visits every node in the order of indices. */
  public void forEachNode(Consumer<NodeInfo> action) {
    for (int index = 0; index < nodeBound(); index++) {
      NodeInfo node = node(index);
      if (node != null) {
        action.accept(node);
      }
    }
  }

  /** Nodes that pods are bound to but that do not exist (any more, or yet), by name. */
  public PersistentMap<String, NodeInfo> unseenNodes() {
    return nodes.unseen();
  }

  /** Nodes with a pod that has terms of affinity or anti-affinity to pods, in order. */
  public List<NodeInfo> nodesWithPodAffinity() {
    return nodes.at(nodes.withAffinity());
  }

  /** Nodes with a pod that has required anti-affinity to pods, in order. */
  public List<NodeInfo> nodesWithRequiredPodAntiAffinity() {
    return nodes.at(nodes.withRequiredAntiAffinity());
  }

  /**
   * The indices of the nodes that hold an image; its size is asked of a node.
   *
   * <p>Differs from upstream: there the size that the first node reported stands for all nodes, so
   * that scores depend on the order of arrival where nodes report different sizes.
   */
  public PersistentBits nodesWithImage(String name) {
    PersistentBits holders = nodes.imageNodes().get(name);
    return holders == null ? PersistentBits.EMPTY : holders;
  }

  /** Whether a pod on a node that exists names the claim in a volume. */
  public boolean claimInUse(String claimKey) {
    return nodes.claimUses().containsKey(claimKey);
  }

  /** The volumes that are attached to a node, by name. */
  public List<VolumeAttachment> attachments(String nodeName) {
    return attachments.on(nodeName);
  }

  /** A pod by its key. */
  public @Nullable PodInfo pod(String key) {
    return pods.all().get(key);
  }

  /** Every pod by its key, also those that have ended. */
  public PersistentMap<String, PodInfo> pods() {
    return pods.all();
  }

  /** The pods of a PodGroup, by key, whether or not the group itself is known yet. */
  public PersistentMap<String, PodInfo> podsOfGroup(String groupKey) {
    return pods.members(groupKey);
  }

  /** The pods of every PodGroup that a pod names, by the group's key. */
  public PersistentMap<String, PersistentMap<String, PodInfo>> podGroups() {
    return pods.groups();
  }

  /** The numbers of all pod classes are below this one. */
  public int podClassBound() {
    return podClassBound;
  }

  /** The label keys that tell the classes of pods apart. */
  public Set<String> readLabelKeys() {
    return readLabelKeys;
  }

  /**
   * The objects of a kind by key.
   *
   * @param kind any but pods and nodes, which have accessors of their own
   */
  public PersistentMap<String, ClusterObject> objects(ObjectKind kind) {
    if (kind == ObjectKind.POD || kind == ObjectKind.NODE) {
      throw new IllegalArgumentException(
          "kind (%s) is not kept as bare objects; ask for pods() or node()".formatted(kind));
    }
    return objects.getOrDefault(kind, PersistentMap.empty());
  }

  /** One object of a kind, in its own type. */
  public <T extends ClusterObject> @Nullable T object(Class<T> type, ObjectKind kind, String key) {
    ClusterObject object = objects(kind).get(key);
    return object == null ? null : type.cast(object);
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

  NodeIndex nodeIndex() {
    return nodes;
  }

  @Override
  public String toString() {
    return "snapshot %d: %d nodes, %d pods".formatted(version, nodeCount(), pods.all().size());
  }
}
