package io.merapi.api.framework;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.storage.VolumeAttachment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cluster as a scheduling cycle sees it; it does not change while a plugin looks at it. */
public interface ClusterView {

  /** The nodes that exist, in the order in which the cycle walks them. */
  List<NodeInfo> nodes();

  /** A node by name; null where no such node exists. */
  @Nullable NodeInfo node(String name);

  /** A pod by {@code namespace/name}, whatever its state; null where no such pod exists. */
  @Nullable PodInfo pod(String key);

  /** The nodes that hold a pod with inter-pod affinity or anti-affinity of any kind. */
  List<NodeInfo> nodesWithPodAffinity();

  /** The nodes that hold a pod with required inter-pod anti-affinity. */
  List<NodeInfo> nodesWithRequiredPodAntiAffinity();

  /**
   * Whether a node that holds a pod with inter-pod affinity is among {@link #nodesWithPodAffinity};
   * which nodes are may have been settled before the pod came.
   */
  default boolean listsPodAffinityOn(String nodeName) {
    return true;
  }

  /** The same of required anti-affinity and {@link #nodesWithRequiredPodAntiAffinity}. */
  default boolean listsRequiredPodAntiAffinityOn(String nodeName) {
    return true;
  }

  /** How many nodes hold an image, and how large it is; null where no node has it. */
  @Nullable ImageState image(String name);

  /** Whether a pod on a node that exists names the claim in a volume. */
  boolean claimInUse(String claimKey);

  /** The volumes that are attached to a node, whether or not a pod uses them, by name. */
  List<VolumeAttachment> attachments(String nodeName);

  /**
   * An object by kind and {@code namespace/name}; null where no such object exists.
   *
   * @param kind any but pods and nodes, which have accessors of their own
   */
  @Nullable ClusterObject object(ObjectKind kind, String key);

  /** All objects of a kind, in a defined order. */
  List<? extends ClusterObject> objects(ObjectKind kind);

  /** An image over all nodes that hold it. */
  record ImageState(long sizeBytes, int nodes) {}
}
