package io.merapi.kube.state;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.kube.persistent.PersistentBits;
import io.merapi.kube.persistent.PersistentMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is in a cluster: at one moment, as a {@link Snapshot}, or at present, as {@link
 * ClusterState#present} has it.
 *
 * <p>Nodes have small numbers, their indices, which stay with them for life and are taken over by
 * new nodes after that; the order of nodes is that of their indices.
 */
public abstract sealed class ClusterContents permits Snapshot, PresentContents {

  ClusterContents() {}

  abstract NodeIndex nodeIndex();

  abstract PodIndex podIndex();

  abstract AttachmentIndex attachmentIndex();

  /** The changes of nodes that have led here and, maybe, those that have followed. */
  public abstract NodeLog nodeLog();

  /** The position in {@link #nodeLog} up to which changes are in these contents. */
  public abstract long loggedChanges();

  /** The label keys that tell the classes of pods apart. */
  public abstract Set<String> readLabelKeys();

  /** How many nodes there are. */
  public int nodeCount() {
    return nodeIndex().count();
  }

  /** The indices of all nodes are below this one; not every index has a node. */
  public int nodeBound() {
    return nodeIndex().bound();
  }

  /** The node at an index; absent where the index is free. */
  public @Nullable NodeInfo node(int index) {
    return nodeIndex().at(index);
  }

  /** A node by its name; absent where there is none, whatever pods say. */
  public @Nullable NodeInfo node(String name) {
    return nodeIndex().find(name);
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

  /** Nodes with a pod that has terms of affinity or anti-affinity to pods, in order. */
  public List<NodeInfo> nodesWithPodAffinity() {
    return nodeIndex().withAffinity();
  }

  /** Nodes with a pod that has required anti-affinity to pods, in order. */
  public List<NodeInfo> nodesWithRequiredPodAntiAffinity() {
    return nodeIndex().withRequiredAntiAffinity();
  }

  /**
   * The indices of the nodes that hold an image; its size is asked of a node.
   *
   * <p>Differs from upstream: there the size that the first node reported stands for all nodes, so
   * that scores depend on the order of arrival where nodes report different sizes.
   */
  public PersistentBits nodesWithImage(String name) {
    return nodeIndex().withImage(name);
  }

  /** Whether a pod on a node that exists names the claim in a volume. */
  public boolean claimInUse(String claimKey) {
    return !nodesWithClaim(claimKey).isEmpty();
  }

  /** The indices of the nodes with pods that name the claim in a volume. */
  public List<Integer> nodesWithClaim(String claimKey) {
    return nodeIndex().withClaim(claimKey);
  }

  /** The volumes that are attached to a node, by name. */
  public List<VolumeAttachment> attachments(String nodeName) {
    return attachmentIndex().on(nodeName);
  }

  /** A pod by its key. */
  public @Nullable PodInfo pod(String key) {
    return podIndex().find(key);
  }

  /** All objects but pods and nodes; another map whenever one of them has changed. */
  public abstract Map<ObjectKind, PersistentMap<String, ClusterObject>> objects();

  /**
   * The objects of a kind by key; a map that never changes.
   *
   * @param kind any but pods and nodes, which have accessors of their own
   */
  public PersistentMap<String, ClusterObject> objects(ObjectKind kind) {
    if (kind == ObjectKind.POD || kind == ObjectKind.NODE) {
      throw new IllegalArgumentException(
          "kind (%s) is not kept as bare objects; ask for pods() or node()".formatted(kind));
    }
    return objects().getOrDefault(kind, PersistentMap.empty());
  }

  /** One object of a kind, in its own type. */
  public <T extends ClusterObject> @Nullable T object(Class<T> type, ObjectKind kind, String key) {
    ClusterObject object = objects(kind).get(key);
    return object == null ? null : type.cast(object);
  }
}
