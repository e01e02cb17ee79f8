package io.merapi.kube.state;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodClasses;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.selector.SelectsPods;
import io.merapi.kube.persistent.Edit;
import io.merapi.kube.persistent.PersistentMap;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The live mirror of the cluster, fed with events by one thread.
 *
 * <p>What an event says is taken as it comes: the latest event of an object is its truth. An event
 * that says nothing new changes nothing. Objects may come in any order: pods before their node are
 * kept with a node that has no place in the snapshot until it comes, pods before their PodGroup are
 * already its members. Pods that have ended do not count on their node but stay known until they
 * are deleted, for jobs count their successes and failures.
 *
 * <p>Implementation note: everything is held in immutable collections that share structure, so a
 * snapshot is a handful of references. Changes between two snapshots are one {@link Edit}, made in
 * place as far as no snapshot shares what they change. So who decides on the thread that feeds the
 * state, one pod at a time, reads {@link #present} and takes no snapshot. The one exception to a
 * cost of O(changes) is a label key that a selector reads for the first time: then the next look is
 * at every pod, and gives a new class to those that have the label.
 */
public final class ClusterState {

  private final ResourceDictionary dictionary;
  private final PodClasses classes;
  private final PriorityQueue<Integer> freeIndices = new PriorityQueue<>();

  /** All kinds but pods and nodes; shared with snapshots, so each change makes another map. */
  private Map<ObjectKind, PersistentMap<String, ClusterObject>> objects = Map.of();

  private final NodeIndex nodes = new NodeIndex();
  private final PodIndex pods = new PodIndex();
  private final NodeLog nodeLog = new NodeLog();
  private AttachmentIndex attachments = AttachmentIndex.EMPTY;
  private long version;
  private @Nullable Snapshot latest;

  /** Another one whenever nodes have come or gone. */
  private ClusterContents present = new PresentContents(this);

  /** The changes of pods and nodes since the latest snapshot. */
  private Edit edit = new Edit();

  /** The changes of nodes since anybody looked; none while there is at most one. */
  private @Nullable Edit nodeEdit;

  private boolean nodesSeen;

  /** The changes of other objects since anybody looked: what is read by kind never changes. */
  private Edit objectEdit = new Edit();

  private boolean objectsChanged;

  /**
   * An empty state.
   *
   * @param dictionary numbers the resource names of this cluster
   * @param rules which features change what pods ask for
   * @param reads labels and annotations of pods that the configured plugins read by name
   */
  public ClusterState(ResourceDictionary dictionary, PodRequests.Rules rules, PodClassReads reads) {
    this.dictionary = dictionary;
    this.classes = new PodClasses(dictionary, rules, reads);
  }

  /** An empty state for v1.36.1's default features and all plugins. */
  public static ClusterState withDefaults() {
    return new ClusterState(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.ALL);
  }

  /**
   * Tells pods apart by what the plugins of another configuration read by name. It looks at every
   * pod where that differs.
   */
  public void read(PodClassReads reads) {
    if (classes.read(reads)) {
      noted(true);
      renewClasses(_ -> true);
    }
  }

  /** Takes an event in and says whether it changed anything. */
  public boolean apply(ObjectEvent event) {
    return noted(
        switch (event) {
          case ObjectEvent.Applied(Pod pod) -> put(pod);
          case ObjectEvent.Applied(Node node) -> put(node);
          case ObjectEvent.Applied(ClusterObject object) -> put(object);
          case ObjectEvent.Deleted(ClusterObject object) ->
              switch (object.kind()) {
                case POD -> removePod(object.key());
                case NODE -> removeNode(object.name());
                // Every other kind is kept as it is.
                default -> remove(object);
              };
        });
  }

  /** Takes in that a pod is as given, as the event would that says so. */
  public boolean apply(Pod pod) {
    return noted(put(pod));
  }

  private boolean noted(boolean changed) {
    if (changed) {
      version++;
      latest = null;
    }
    return changed;
  }

  /** A pod as it was last told of; absent where there is none. */
  public @Nullable Pod pod(String key) {
    PodInfo pod = pods.find(key);
    return pod == null ? null : pod.pod();
  }

  /** An object as it was last told of; absent where there is none. */
  public @Nullable ClusterObject object(ObjectKind kind, String key) {
    return switch (kind) {
      case POD -> pod(key);
      case NODE -> {
        NodeInfo node = nodes.find(key);
        yield node == null ? null : node.node();
      }
      // Every other kind is kept as it is.
      default -> ofKind(kind).get(key);
    };
  }

  /**
   * The state as it is, at no cost, for who looks at it and takes no more events in meanwhile: it
   * follows every event, also those to come. It is another object after nodes have come or gone, so
   * that what follows from their order can be kept with it.
   */
  public ClusterContents present() {
    settle();
    return present;
  }

  /** The state of this moment; the same snapshot while nothing changes. */
  public Snapshot snapshot() {
    Snapshot snapshot = latest;
    if (snapshot == null) {
      settle();
      snapshot =
          new Snapshot(
              this,
              version,
              dictionary,
              nodes.copy(),
              pods.copy(),
              objects,
              attachments,
              nodeLog,
              classes.idBound(),
              classes.readLabelKeys());
      latest = snapshot;
      edit = new Edit();
      nodesSeen = true;
    }
    return snapshot;
  }

  /** Does what must be done before anybody looks. */
  private void settle() {
    renewClasses();
    if (objectsChanged) {
      objectsChanged = false;
      objectEdit = new Edit();
    }
  }

  private void renewClasses() {
    Set<String> keys = classes.takeChangedKeys();
    if (!keys.isEmpty()) {
      renewClasses(pod -> hasAny(pod.meta().labels(), keys));
    }
  }

  private void renewClasses(Predicate<Pod> concerned) {
    // What is walked over must not change on the way.
    edit = new Edit();
    pods.all()
        .forEachValue(pod -> {
          if (concerned.test(pod.pod())) {
            PodInfo renewed = classes.renew(pod);
            if (renewed != pod) {
              place(pod, renewed);
            }
          }
        });
  }

  private static boolean hasAny(Labels labels, Set<String> keys) {
    for (int i = 0; i < labels.size(); i++) {
      if (keys.contains(labels.key(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean put(Pod pod) {
    PodInfo before = pods.find(pod.key());
    if (before != null && before.pod().equals(pod)) {
      return false;
    }
    Pod now = withKnownNodeName(pod);
    if (before != null && onlyMoved(before.pod(), now)) {
      place(before, before.moved(now));
      return true;
    }
    place(before, classes.admit(now));
    if (before != null) {
      classes.release(before);
    }
    return true;
  }

  /** Whether nothing but the node is new, which does not count for the class of a pod. */
  @SuppressWarnings("ReferenceEquality") // what is merely equal is taken in as new
  private static boolean onlyMoved(Pod before, Pod now) {
    return before.meta() == now.meta()
        && before.spec() == now.spec()
        && before.status() == now.status();
  }

  /** The pods of a node share the text of its name. */
  @SuppressWarnings("ReferenceEquality") // which instance it is, is the question
  private Pod withKnownNodeName(Pod pod) {
    NodeInfo node = pod.assigned() ? nodes.findAny(pod.nodeName()) : null;
    return node == null || node.name() == pod.nodeName() ? pod : pod.onNode(node.name());
  }

  private boolean removePod(String key) {
    PodInfo pod = pods.find(key);
    if (pod == null) {
      return false;
    }
    pods.remove(pod, edit);
    takeOffNode(pod);
    classes.release(pod);
    return true;
  }

  private void place(@Nullable PodInfo before, PodInfo now) {
    pods.put(before, now, edit);
    if (before != null && !Objects.equals(countedOn(before), countedOn(now))) {
      takeOffNode(before);
    }
    String name = countedOn(now);
    if (name != null) {
      NodeInfo node = nodeOrNew(name);
      put(node.with(now, ++version, editorFor(node, now)));
    }
  }

  private void takeOffNode(PodInfo pod) {
    String name = countedOn(pod);
    if (name != null) {
      NodeInfo node = nodeOrNew(name);
      put(node.without(pod.key(), ++version, editorFor(node, pod)));
    }
  }

  /**
   * Who changes the pods of a node: with an editor it may be done in place. Where the uses of
   * claims may change, the node as it was before is still needed.
   */
  private @Nullable Edit editorFor(NodeInfo node, PodInfo pod) {
    if (nodesSeen) {
      // Most who look do so after each change. Then there is nothing to be done in place.
      nodesSeen = false;
      nodeEdit = null;
      return null;
    }
    if (!pod.claimKeys().isEmpty() || !node.claimUses().isEmpty()) {
      return null;
    }
    Edit known = nodeEdit;
    if (known == null) {
      known = new Edit();
      nodeEdit = known;
    }
    return known;
  }

  /** The node that a pod counts on; absent for one that waits or has ended. */
  private static @Nullable String countedOn(PodInfo info) {
    Pod pod = info.pod();
    return pod.assigned() && !pod.terminated() ? pod.nodeName() : null;
  }

  private NodeInfo nodeOrNew(String name) {
    NodeInfo known = nodes.findAny(name);
    return known != null ? known : NodeInfo.named(name, dictionary);
  }

  private boolean put(Node node) {
    NodeInfo before = nodeOrNew(node.name());
    if (node.equals(before.node())) {
      return false;
    }
    int index = before.node() == null ? takeIndex() : before.index();
    put(before.with(node, index, ++version));
    if (before.node() == null) {
      present = new PresentContents(this);
    }
    return true;
  }

  /** The lowest index that is free: places of nodes that are gone are taken before new ones. */
  private int takeIndex() {
    Integer free = freeIndices.poll();
    return free != null ? free : nodes.bound();
  }

  private boolean removeNode(String name) {
    NodeInfo node = nodes.find(name);
    if (node == null) {
      return false;
    }
    nodes.put(node.withoutNode(++version), edit);
    nodeLog.add(node.index());
    freeIndices.add(node.index());
    present = new PresentContents(this);
    return true;
  }

  private void put(NodeInfo node) {
    nodes.put(node, edit);
    if (node.node() != null) {
      nodeLog.add(node.index());
    }
  }

  private boolean put(ClusterObject object) {
    var known = ofKind(object.kind());
    ClusterObject before = known.get(object.key());
    if (object.equals(before)) {
      return false;
    }
    set(object.kind(), known.with(object.key(), object, objectEdit));
    attachments = attachments.with(before, object);
    if (object instanceof SelectsPods selector) {
      classes.startReading(selector.podLabelKeys());
    }
    if (before instanceof SelectsPods selector) {
      classes.stopReading(selector.podLabelKeys());
    }
    return true;
  }

  private boolean remove(ClusterObject object) {
    var known = ofKind(object.kind());
    ClusterObject before = known.get(object.key());
    if (before == null) {
      return false;
    }
    set(object.kind(), known.without(object.key(), objectEdit));
    attachments = attachments.with(before, null);
    if (before instanceof SelectsPods selector) {
      classes.stopReading(selector.podLabelKeys());
    }
    return true;
  }

  private void set(ObjectKind kind, PersistentMap<String, ClusterObject> now) {
    var changed = new EnumMap<ObjectKind, PersistentMap<String, ClusterObject>>(ObjectKind.class);
    changed.putAll(objects);
    changed.put(kind, now);
    objects = Collections.unmodifiableMap(changed);
    objectsChanged = true;
  }

  private PersistentMap<String, ClusterObject> ofKind(ObjectKind kind) {
    return objects.getOrDefault(kind, PersistentMap.empty());
  }

  /** The nodes, for somebody to look at: from then on none of them changes in place. */
  NodeIndex nodes() {
    nodesSeen = true;
    return nodes;
  }

  PodIndex pods() {
    return pods;
  }

  Map<ObjectKind, PersistentMap<String, ClusterObject>> objects() {
    return objects;
  }

  AttachmentIndex attachments() {
    return attachments;
  }

  NodeLog nodeLog() {
    return nodeLog;
  }

  Set<String> readLabelKeys() {
    return classes.readLabelKeys();
  }
}
