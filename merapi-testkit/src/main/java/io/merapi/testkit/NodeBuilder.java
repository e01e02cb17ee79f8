package io.merapi.testkit;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes nodes: every part has a plain default, and each call says what is special. */
public final class NodeBuilder {

  private final String name;
  private String resourceVersion = "";
  private boolean unschedulable;
  private final Map<String, String> labels = new TreeMap<>();
  private final Map<String, String> annotations = new TreeMap<>();
  private final Map<String, Quantity> allocatable = new TreeMap<>();
  private final Map<String, Quantity> capacity = new TreeMap<>();
  private final List<Node.Taint> taints = new ArrayList<>();
  private final List<Node.Image> images = new ArrayList<>();
  private final List<Node.Condition> conditions = new ArrayList<>();
  private final List<String> declaredFeatures = new ArrayList<>();

  private NodeBuilder(String name) {
    this.name = name;
  }

  public static NodeBuilder node(String name) {
    return new NodeBuilder(name);
  }

  public NodeBuilder resourceVersion(String value) {
    resourceVersion = value;
    return this;
  }

  public NodeBuilder unschedulable() {
    unschedulable = true;
    return this;
  }

  public NodeBuilder label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  public NodeBuilder annotation(String key, String value) {
    annotations.put(key, value);
    return this;
  }

  public NodeBuilder allocatable(String resource, String quantity) {
    allocatable.put(resource, Quantity.parse(quantity));
    return this;
  }

  /** Has more of a resource in all than is allocatable. */
  public NodeBuilder capacity(String resource, String quantity) {
    capacity.put(resource, Quantity.parse(quantity));
    return this;
  }

  public NodeBuilder taint(String key, String value, String effect) {
    taints.add(new Node.Taint(key, value, effect));
    return this;
  }

  /** Holds an image under one or more names. */
  public NodeBuilder image(long sizeBytes, String... names) {
    images.add(new Node.Image(List.of(names), sizeBytes));
    return this;
  }

  public NodeBuilder condition(String type, String status) {
    conditions.add(new Node.Condition(type, status));
    return this;
  }

  /** Declares a feature; call in alphabetical order, as nodes do. */
  public NodeBuilder declaring(String feature) {
    declaredFeatures.add(feature);
    return this;
  }

  public Node build() {
    var meta =
        new ObjectMeta(
            name,
            "",
            "",
            resourceVersion,
            null,
            null,
            Labels.of(labels),
            Labels.of(annotations),
            List.of(),
            List.of());
    var whole = new TreeMap<>(allocatable);
    whole.putAll(capacity);
    return new Node(
        meta,
        unschedulable,
        "",
        taints,
        new ResourceList(allocatable),
        new ResourceList(whole),
        images,
        conditions,
        declaredFeatures);
  }

  /** The node as a plugin is asked about it, without pods. */
  public NodeInfo info() {
    return NodeInfo.named(name, new ResourceDictionary()).with(build(), 0, 1);
  }
}
