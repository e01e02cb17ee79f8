package io.merapi.api.node;

import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node with the pods on it and what they add up to; each change gives a new one that shares what
 * did not change.
 *
 * <p>The exception is an editor: whoever makes many changes before anybody else looks has those
 * forms changed in place that it has made itself, with all that they gave out. A snapshot has no
 * editor, and its nodes never change. The nodes of a batch session have one for as long as it
 * lasts: what plugins keep of them must go by the {@link #version}.
 *
 * <p>A pod may be known before its node, or outlive it: then {@link #node} is absent and {@link
 * #index} is {@link #NO_INDEX}. Upstream counterpart: {@code framework.NodeInfo}.
 */
public final class NodeInfo extends PodsOnNode {

  /** The index of a node that has no place in the order of nodes. */
  public static final int NO_INDEX = -1;

  private final NodeFacts facts;
  private long version;
  private final @Nullable Object editor;

  private NodeInfo(String name, ResourceDictionary dictionary) {
    super(dictionary);
    this.facts = NodeFacts.named(name, dictionary);
    this.editor = null;
  }

  /** With the same pods. */
  private NodeInfo(NodeInfo original, NodeFacts facts, long version, @Nullable Object editor) {
    super(original);
    this.facts = facts;
    this.version = version;
    this.editor = editor;
  }

  /** A node of which only the name is known. */
  public static NodeInfo named(String name, ResourceDictionary dictionary) {
    return new NodeInfo(name, dictionary);
  }

  public String name() {
    return facts.name();
  }

  /** The node itself; absent while only pods speak of it. */
  public @Nullable Node node() {
    return facts.node();
  }

  /** The place of the node in the snapshot's order, for columns over nodes. */
  public int index() {
    return facts.index();
  }

  /**
   * A number that grows with each change that a plugin can see: of the node but its resource
   * version, or of the classes of its pods. A pod whose status moves on within its class changes
   * the info but not its version, so what was computed for a class on this node stays true.
   */
  public long version() {
    return version;
  }

  public ResourceAmounts allocatable() {
    return facts.allocatable();
  }

  /** The names of all images that the node holds, sorted. */
  public List<String> imageNames() {
    return facts.images().names();
  }

  /** The size of an image as this node reports it, or -1 where the node does not hold it. */
  public long imageSizeBytes(String imageName) {
    return facts.images().sizeBytes(imageName);
  }

  /**
   * With a pod more, or another form of a pod that is there.
   *
   * @param next the version to take if the change can be seen by a plugin
   */
  public NodeInfo with(PodInfo pod, long next) {
    return with(pod, next, null);
  }

  /**
   * The same, changed in place if the editor has made this one.
   *
   * @param by an object that stands for nothing but a row of changes; absent for none
   */
  public NodeInfo with(PodInfo pod, long next, @Nullable Object by) {
    NodeInfo changed = editable(by);
    int position = changed.find(pod.key());
    if (position < 0) {
      changed.append(pod);
      changed.version = next;
      return changed;
    }
    PodInfo present = changed.pods().get(position);
    if (present.pod().isSameAs(pod.pod()) && present.podClass() == pod.podClass()) {
      changed.replace(position, pod);
    } else {
      changed.remove(position);
      changed.append(pod);
      changed.version = next;
    }
    return changed;
  }

  /**
   * Without a pod; the same where it is not there.
   *
   * @param next the version to take if the pod was there
   */
  public NodeInfo without(String podKey, long next) {
    return without(podKey, next, null);
  }

  /** The same, changed in place if the editor has made this one. */
  public NodeInfo without(String podKey, long next, @Nullable Object by) {
    int position = find(podKey);
    if (position < 0) {
      return this;
    }
    NodeInfo changed = editable(by);
    changed.remove(position);
    changed.version = next;
    return changed;
  }

  private NodeInfo editable(@Nullable Object by) {
    return by != null && by.equals(editor) ? this : new NodeInfo(this, facts, version, by);
  }

  /**
   * With the node, or another form of it.
   *
   * @param place its place in the order of nodes
   * @param next the version to take if the change can be seen by a plugin
   */
  public NodeInfo with(Node newNode, int place, long next) {
    return new NodeInfo(
        this, facts.with(newNode, place), facts.showsChange(newNode, place) ? next : version, null);
  }

  /** With its pods only: the node is gone. */
  public NodeInfo withoutNode(long next) {
    return new NodeInfo(this, NodeFacts.named(name(), allocatable().dictionary()), next, null);
  }

  @Override
  public String toString() {
    return name() + pods();
  }
}
