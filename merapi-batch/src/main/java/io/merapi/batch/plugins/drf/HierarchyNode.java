package io.merapi.batch.plugins.drf;

import io.merapi.api.resource.Dimensions;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.batch.shares.DominantShare;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A node of the tree of queues: a job, which has no nodes below it, or what queues share.
 *
 * <p>A job is saturated once it has all it asks for of some resource, or asks for one of which
 * nothing is left: giving it more would not help it. Any other node is saturated when all below it
 * are.
 */
final class HierarchyNode {

  private final double weight;
  private final Resources request;
  private final @Nullable Map<String, HierarchyNode> children;
  private Resources allocated;
  private DominantShare share = DominantShare.NONE;
  private boolean saturated;

  private HierarchyNode(
      double weight, Resources request, @Nullable Map<String, HierarchyNode> children) {
    this.weight = weight;
    this.request = request;
    this.children = children;
    this.allocated = Resources.none(request.dictionary());
  }

  static HierarchyNode inner(double weight, ResourceDictionary dictionary) {
    return new HierarchyNode(weight, Resources.none(dictionary), new LinkedHashMap<>());
  }

  static HierarchyNode job(Resources request) {
    return new HierarchyNode(1, request, null);
  }

  @Nullable HierarchyNode child(String name) {
    return children == null ? null : children.get(name);
  }

  /** Puts a node below this one, which must not be a job. */
  void attach(String name, HierarchyNode child) {
    if (children == null) {
      throw new IllegalStateException("a job cannot have node (%s) below it".formatted(name));
    }
    children.put(name, child);
  }

  Collection<HierarchyNode> children() {
    return children == null ? Set.of() : children.values();
  }

  boolean saturated() {
    return saturated;
  }

  /** The share per weight: the lower, the sooner it is its turn. */
  double weightedShare() {
    return share.share() / weight;
  }

  Resources allocated() {
    return allocated;
  }

  /** Sets what a job holds. */
  void hold(JobShare held) {
    hold(held.allocated().copy(), held.dominant());
  }

  private void hold(Resources amount, DominantShare dominant) {
    allocated = amount;
    share = dominant;
  }

  /**
   * Works its figures out again, from those right below it. Those that are not saturated count only
   * as much as the least of them, so that none looks better off for what its siblings have.
   *
   * @param demanding resources of which something is left
   */
  void refresh(Resources total, Set<String> demanding) {
    if (children == null) {
      saturated = jobSaturated(demanding);
      return;
    }
    double least = 1;
    saturated = true;
    for (HierarchyNode child : children.values()) {
      if (!child.saturated) {
        saturated = false;
        if (child.share.share() != 0) {
          least = Math.min(least, child.share.share());
        }
      }
    }
    var sum = new ResourcesSum(total.dictionary());
    for (HierarchyNode child : children.values()) {
      double part = child.share.share();
      if (part != 0) {
        sum.add(child.saturated ? child.allocated : child.allocated.times(least / part));
      }
    }
    hold(sum.view(), DominantShare.of(sum.view(), total));
  }

  private boolean jobSaturated(Set<String> demanding) {
    ResourceDictionary dictionary = request.dictionary();
    for (String name : Dimensions.of(allocated)) {
      int id = dictionary.index(name);
      double wanted = request.get(id);
      if (wanted != 0 && (allocated.get(id) >= wanted || !demanding.contains(name))) {
        return true;
      }
    }
    return false;
  }

  Map<String, @Nullable Object> attributes() {
    var attributes = new TreeMap<String, @Nullable Object>();
    attributes.put("weight", weight);
    attributes.put("share", share.share());
    attributes.put("dominantResource", share.resource());
    attributes.put("allocated", allocated);
    attributes.put("request", request);
    attributes.put("saturated", saturated);
    if (children != null) {
      var below = new TreeMap<String, @Nullable Object>();
      children.forEach((name, child) -> below.put(name, child.attributes()));
      attributes.put("children", below);
    }
    return attributes;
  }
}
