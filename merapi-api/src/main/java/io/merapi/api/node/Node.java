package io.merapi.api.node;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.ResourceList;
import java.util.List;

/**
 * A node.
 *
 * @param allocatable what pods may use of it
 * @param capacity what it has in all; kube-scheduler does not read it
 * @param declaredFeatures features that its kubelet says it has, sorted
 */
public record Node(
    ObjectMeta meta,
    boolean unschedulable,
    String providerId,
    List<Taint> taints,
    ResourceList allocatable,
    ResourceList capacity,
    List<Image> images,
    List<Condition> conditions,
    List<String> declaredFeatures)
    implements ClusterObject {

  public Node {
    taints = List.copyOf(taints);
    images = List.copyOf(images);
    conditions = List.copyOf(conditions);
    declaredFeatures = List.copyOf(declaredFeatures);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.NODE;
  }

  /** The same node with other metadata. */
  public Node withMeta(ObjectMeta newMeta) {
    return new Node(
        newMeta,
        unschedulable,
        providerId,
        taints,
        allocatable,
        capacity,
        images,
        conditions,
        declaredFeatures);
  }

  /** A reason for pods to stay away, with {@code effect} how strong it is. */
  public record Taint(String key, String value, String effect) {}

  /** An image that the node holds, under each of its names. */
  public record Image(List<String> names, long sizeBytes) {

    public Image {
      names = List.copyOf(names);
    }
  }

  /** A condition such as {@code Ready}. */
  public record Condition(String type, String status) {}
}
