package io.merapi.api.node;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import org.jspecify.annotations.Nullable;

/**
 * What a node is, whatever pods are on it. All forms that it takes while pods come and go share it.
 *
 * @param node absent while only pods speak of the node
 * @param index see {@link NodeInfo#index}
 */
record NodeFacts(
    String name, @Nullable Node node, int index, ResourceAmounts allocatable, NodeImages images) {

  /** Those of a node of which only the name is known. */
  static NodeFacts named(String name, ResourceDictionary dictionary) {
    return new NodeFacts(
        name, null, NodeInfo.NO_INDEX, ResourceAmounts.none(dictionary), NodeImages.NONE);
  }

  /** With the node, or another form of it, at a place in the order of nodes. */
  NodeFacts with(Node next, int place) {
    boolean sameImages = node != null && node.images().equals(next.images());
    boolean sameAmounts = node != null && node.allocatable().equals(next.allocatable());
    return new NodeFacts(
        name,
        next,
        place,
        sameAmounts
            ? allocatable
            : ResourceAmounts.of(next.allocatable(), allocatable.dictionary()),
        sameImages ? images : NodeImages.of(next.images()));
  }

  /** Whether a plugin could tell the node from another form of it, or from one elsewhere. */
  boolean showsChange(Node next, int place) {
    return node == null || place != index || differ(node, next);
  }

  /** Whether two forms of a node differ in more than their resource version. */
  private static boolean differ(Node old, Node other) {
    ObjectMeta meta = old.meta().withResourceVersion(other.meta().resourceVersion());
    return !meta.equals(other.meta())
        || !new Node(
                other.meta(),
                old.unschedulable(),
                old.providerId(),
                old.taints(),
                old.allocatable(),
                old.capacity(),
                old.images(),
                old.conditions(),
                old.declaredFeatures())
            .equals(other);
  }
}
