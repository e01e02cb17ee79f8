package io.merapi.batch.session;

import io.merapi.api.meta.Labels;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.node.NodeSupply;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.kube.state.Snapshot;
import io.merapi.kube.table.KeyTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a session, in the order of the cluster's list.
 *
 * <p>A node is the same object for as long as the cluster has it; where it has changed, or a
 * session has changed it, it begins again in place.
 */
final class SessionNodes {

  private final SessionOptions options;
  private final NodeUsages usages;
  private final SessionTasks tasks;
  private List<NodeState> nodes = List.of();
  private final KeyTable<NodeState> byName = new KeyTable<>(NodeState::name);

  /** By their places in the cluster's list, which has gaps. */
  private final List<@Nullable NodeState> byPlace = new ArrayList<>();

  /** What tasks used on each when it began, by place, if anything; requests are whole numbers. */
  private final List<@Nullable Resources> usedByPlace = new ArrayList<>();

  private final RunningSum used;

  /** The node that began last, of those that begin together. */
  private @Nullable NodeState latest;

  private Snapshot snapshot;
  private SessionDevices devices;
  private long seenUsages;
  private Resources total;

  SessionNodes(
      Snapshot snapshot,
      SessionOptions options,
      NodeUsages usages,
      SessionTasks tasks,
      SessionDevices devices) {
    this.snapshot = snapshot;
    this.used = new RunningSum(snapshot.dictionary());
    this.options = options;
    this.usages = usages;
    this.tasks = tasks;
    this.devices = devices;
    this.seenUsages = usages.changes();
    var renewal = new Renewal(snapshot.nodeBound());
    for (int place = 0; place < snapshot.nodeBound(); place++) {
      renew(place, Set.of(), renewal);
    }
    list();
    this.total = sum();
  }

  /** Whether a node is one that sessions may use. */
  static boolean selected(Node node, SessionOptions options) {
    if (options.nodeSelectors().isEmpty()) {
      return true;
    }
    for (Map.Entry<String, String> label : node.meta().labels()) {
      if (options.nodeSelectors().contains(label.getKey() + ":" + label.getValue())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Has nodes begin again; those that pods have only been added to go on with these.
   *
   * @param changed places in the cluster's list where it has something else than before
   * @param undone places where something is not as the cluster has it for another reason
   * @param resupplied the names of nodes of which another object says what they have to give
   */
  Renewal follow(
      Snapshot next,
      BitSet changed,
      BitSet undone,
      Set<String> resupplied,
      SessionDevices newDevices) {
    snapshot = next;
    devices = newDevices;
    latest = null;
    addRemeasured(undone);
    resupplied.forEach(name -> addPlace(name, undone));
    devices.shortLived().forEach(name -> addPlace(name, undone));
    changed.or(undone);
    var renewal = new Renewal(changed.cardinality());
    for (int place = changed.nextSetBit(0); place >= 0; place = changed.nextSetBit(place + 1)) {
      if (undone.get(place) || !extend(place, renewal)) {
        renew(place, resupplied, renewal);
      }
    }
    if (renewal.listChanged) {
      list();
    }
    if (renewal.supplyChanged) {
      total = sum();
    }
    return renewal;
  }

  @SuppressWarnings("ReferenceEquality") // a measurement is the same object until the next
  private void addRemeasured(BitSet places) {
    if (usages.changes() == seenUsages) {
      return;
    }
    seenUsages = usages.changes();
    for (NodeState node : nodes) {
      if (usages.of(node.name()) != node.usage()) {
        places.set(node.info().index());
      }
    }
  }

  private void addPlace(String name, BitSet places) {
    NodeInfo info = snapshot.node(name);
    if (info != null) {
      places.set(info.index());
    }
  }

  /**
   * Adds the tasks of pods that have come to a node, as at a start, where most come to nodes that
   * have some.
   *
   * @return false, and nothing is changed, where something else may have changed
   */
  @SuppressWarnings("ReferenceEquality") // an unchanged node or pod is the same object
  private boolean extend(int place, Renewal renewal) {
    NodeInfo info = place < snapshot.nodeBound() ? snapshot.node(place) : null;
    NodeState state = place < byPlace.size() ? byPlace.get(place) : null;
    if (info == null || state == null || info.node() != state.node() || !devices.isEmpty()) {
      return false;
    }
    List<PodInfo> before = state.info().pods();
    List<PodInfo> now = info.pods();
    if (now.size() < before.size()) {
      return false;
    }
    for (int i = 0; i < before.size(); i++) {
      if (now.get(i) != before.get(i)) {
        return false;
      }
    }
    state.extend(info);
    addTasks(state, before.size());
    noteUsed(place, state);
    renewal.nodes.add(state);
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // an unchanged node is the same object
  private void renew(int place, Set<String> resupplied, Renewal renewal) {
    NodeInfo info = place < snapshot.nodeBound() ? snapshot.node(place) : null;
    Node node = info == null ? null : info.node();
    NodeState known = place < byPlace.size() ? byPlace.get(place) : null;
    countUsed(place, null);
    boolean wanted = node != null && selected(node, options);
    if (known != null && (!wanted || info == null || !known.name().equals(info.name()))) {
      if (byName.get(known.name()) == known) {
        byName.remove(known.name());
      }
      byPlace.set(place, null);
      renewal.listChanged = true;
      renewal.supplyChanged = true;
      noteCharges(known, renewal);
      known = null;
    }
    if (info == null || node == null || !wanted) {
      return;
    }
    NodeState state = known;
    boolean sameNode = state != null && state.node() == node;
    if (state == null) {
      state = new NodeState(info, place, supply(node), devices.of(node), usages.of(info.name()));
      put(place, state);
      renewal.listChanged = true;
      renewal.supplyChanged = true;
    } else {
      renew(state, info, node, resupplied, renewal);
    }
    latest = state;
    addTasks(state, 0);
    if (!sameNode) {
      noteCharges(state, renewal);
    }
    noteUsed(place, state);
    renewal.nodes.add(state);
  }

  @SuppressWarnings("ReferenceEquality") // an unchanged node is the same object
  private void renew(
      NodeState state, NodeInfo info, Node node, Set<String> resupplied, Renewal renewal) {
    NodeSupply supply = state.supply();
    renewal.factsChanged |= usages.of(info.name()) != state.usage();
    if (node != state.node() || resupplied.contains(node.meta().name())) {
      renewal.factsChanged = true;
      Labels labels = node.meta().labels();
      renewal.labelsChanged |= !labels.equals(state.node().meta().labels());
      supply = supply(node);
      renewal.supplyChanged |= !supply.equals(state.supply());
    }
    state.renew(info, supply, devices.of(node), usages.of(info.name()));
  }

  /** What a node has to give; it is shared with the node before where that says the same. */
  private NodeSupply supply(Node node) {
    NodeState before = latest;
    if (before != null && NodeSupply.alike(before.node(), node) && attachNothing(before, node)) {
      return before.supply();
    }
    return NodeSupply.of(node, snapshot.dictionary(), tasks.volumes(), devices.ignored());
  }

  private boolean attachNothing(NodeState before, Node node) {
    return tasks.volumes().limits(before.name()).isEmpty()
        && tasks.volumes().limits(node.meta().name()).isEmpty();
  }

  private void put(int place, NodeState state) {
    while (byPlace.size() <= place) {
      byPlace.add(null);
    }
    byPlace.set(place, state);
    byName.put(state);
  }

  /** Adds the tasks of a node's pods from one of them on. */
  private void addTasks(NodeState state, int first) {
    List<PodInfo> pods = state.info().pods();
    for (int i = first; i < pods.size(); i++) {
      TaskState task = tasks.of(pods.get(i).key());
      if (task == null) {
        continue;
      }
      if (task.job() == null) {
        // Jobs see to their own tasks; nobody else would forget what a session did to this one.
        task.reset();
      }
      state.add(task);
    }
  }

  /** What tasks have of divided devices goes by what their node says that it has. */
  private void noteCharges(NodeState state, Renewal renewal) {
    if (devices.isEmpty()) {
      return;
    }
    state.forEachTask(task -> {
      Job job = ((TaskState) task).job();
      if (job != null) {
        renewal.recharged.add(job.key());
      }
    });
  }

  private void noteUsed(int place, NodeState state) {
    countUsed(place, state.used().isNone() ? null : state.used().copy());
  }

  private void countUsed(int place, @Nullable Resources now) {
    if (now == null && place >= usedByPlace.size()) {
      return;
    }
    while (usedByPlace.size() <= place) {
      usedByPlace.add(null);
    }
    Resources before = usedByPlace.set(place, now);
    if (before != null) {
      used.subtract(before);
    }
    if (now != null) {
      used.add(now);
    }
  }

  /** Lines nodes up, and numbers them. */
  private void list() {
    var listed = new NodeState[byName.size()];
    int size = 0;
    for (NodeState node : byPlace) {
      if (node != null) {
        node.moveTo(size);
        listed[size++] = node;
      }
    }
    nodes = List.of(listed);
  }

  private Resources sum() {
    var sum = new ResourcesSum(snapshot.dictionary());
    nodes.forEach(node -> sum.add(node.allocatable()));
    return sum.toResources();
  }

  List<NodeState> all() {
    return nodes;
  }

  @Nullable NodeState named(String name) {
    return byName.get(name);
  }

  /** What all nodes have in sum. */
  Resources total() {
    return total;
  }

  /** What tasks used on all nodes in sum when the session was opened. */
  Resources used() {
    var sum = new ResourcesSum(snapshot.dictionary());
    used.addTo(sum);
    return sum.toResources();
  }

  /** Which nodes began again, and what of that others have to know. */
  static final class Renewal {

    private final List<NodeState> nodes;
    private final Set<String> recharged = new LinkedHashSet<>();
    private boolean listChanged;
    private boolean labelsChanged;
    private boolean supplyChanged;
    private boolean factsChanged;

    /**
     * @param most how many may begin again
     */
    Renewal(int most) {
      this.nodes = new ArrayList<>(most);
    }

    List<NodeState> nodes() {
      return nodes;
    }

    /** The keys of jobs that may be charged for other devices than before. */
    Set<String> recharged() {
      return recharged;
    }

    /** Whether nodes came or went. */
    boolean listChanged() {
      return listChanged;
    }

    /** Whether something else of a node changed than the tasks on it. */
    boolean factsChanged() {
      return factsChanged;
    }

    /** Whether the labels of a node changed. */
    boolean labelsChanged() {
      return labelsChanged;
    }
  }
}
