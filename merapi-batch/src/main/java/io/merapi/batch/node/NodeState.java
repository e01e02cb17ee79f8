package io.merapi.batch.node;

import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.NodeUsage;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.devices.DevicePool;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A node of a session.
 *
 * <p>It remembers the status in which each task was added, and gives back exactly what was taken
 * then, whatever has become of the task since.
 */
public final class NodeState implements SessionNode {

  private NodeInfo info;
  private Node node;
  private int index;
  private NodeSupply supply;
  private NodeUsage usage;
  private final Map<String, Place> places;
  private List<DevicePool> devices;
  private Resources idle;
  private Resources used;
  private Resources releasing;
  private Resources pipelined;

  /** What will be idle, once somebody has asked; null from then on when the node changes. */
  private @Nullable Resources futureIdle;

  /**
   * A node without tasks.
   *
   * @param index its place in the session's list
   * @param devices that the scheduler divides itself, not used by any other node
   * @throws IllegalArgumentException if only pods speak of the node
   */
  public NodeState(
      NodeInfo info, int index, NodeSupply supply, List<DevicePool> devices, NodeUsage usage) {
    this.info = info;
    this.node = known(info);
    this.index = index;
    this.supply = supply;
    this.usage = usage;
    this.places = new LinkedHashMap<>();
    this.devices = List.copyOf(devices);
    this.idle = supply.allocatable();
    Resources none = Resources.none(idle.dictionary());
    this.used = none;
    this.releasing = none;
    this.pipelined = none;
  }

  private static Node known(NodeInfo info) {
    Node known = info.node();
    if (known == null) {
      throw new IllegalArgumentException("node (%s) does not exist".formatted(info.name()));
    }
    return known;
  }

  /** Begins again without tasks, as a new one would, in the same place of the session's list. */
  public void renew(
      NodeInfo newInfo, NodeSupply newSupply, List<DevicePool> newDevices, NodeUsage newUsage) {
    info = newInfo;
    node = known(newInfo);
    supply = newSupply;
    usage = newUsage;
    places.clear();
    devices = List.copyOf(newDevices);
    idle = supply.allocatable();
    used = Resources.none(idle.dictionary());
    releasing = used;
    pipelined = used;
    futureIdle = null;
  }

  /** Takes another place in the session's list. */
  public void moveTo(int newIndex) {
    index = newIndex;
  }

  /** What the node has to give. */
  public NodeSupply supply() {
    return supply;
  }

  private NodeState(NodeState origin) {
    this.info = origin.info;
    this.node = origin.node;
    this.index = origin.index;
    this.supply = origin.supply;
    this.usage = origin.usage;
    this.places = new LinkedHashMap<>(origin.places);
    this.devices = origin.devices.stream().map(DevicePool::copy).toList();
    this.idle = origin.idle;
    this.used = origin.used;
    this.releasing = origin.releasing;
    this.pipelined = origin.pipelined;
  }

  /** A copy for a dry run: tasks added or removed there are not here. */
  public NodeState copy() {
    return new NodeState(this);
  }

  /**
   * Adds a task in the status that it has now.
   *
   * @return false, and nothing is changed, where a pod of that name is here already
   */
  public boolean add(Task task) {
    if (places.containsKey(task.key())) {
      return false;
    }
    places.put(task.key(), new Place(task, task.status()));
    futureIdle = null;
    Resources request = task.request();
    switch (task.status()) {
      case PIPELINED -> pipelined = pipelined.plus(request);
      case RELEASING -> {
        take(request);
        releasing = releasing.plus(request);
      }
      default -> {
        take(request);
        devices.forEach(pool -> pool.add(task.pod()));
      }
    }
    return true;
  }

  private void take(Resources request) {
    idle = idle.minusAllowingNegative(request);
    used = used.plus(request);
  }

  /**
   * Removes a task.
   *
   * @return false where it is not here
   */
  public boolean remove(Task task) {
    Place place = places.remove(task.key());
    if (place == null) {
      return false;
    }
    futureIdle = null;
    Resources request = place.task.request();
    switch (place.as) {
      case PIPELINED -> pipelined = pipelined.minusAllowingNegative(request);
      case RELEASING -> {
        giveBack(request);
        releasing = releasing.minusAllowingNegative(request);
      }
      default -> {
        giveBack(request);
        devices.forEach(pool -> pool.remove(task.pod()));
      }
    }
    return true;
  }

  private void giveBack(Resources request) {
    idle = idle.plus(request);
    used = used.minusAllowingNegative(request);
  }

  /** Takes the status into account that a task on this node has now. */
  public void update(Task task) {
    if (remove(task)) {
      add(task);
    }
  }

  /** What is idle as far as the cluster knows, which has not heard yet what a session plans. */
  public Resources idleInCluster() {
    ResourcesSum left = allocatable().sum();
    for (Place place : places.values()) {
      switch (place.task.status()) {
        case PENDING, ALLOCATED, PIPELINED -> {}
        case BINDING, BOUND, RUNNING, RELEASING, SUCCEEDED, FAILED, UNKNOWN ->
            left.subtract(place.task.request());
      }
    }
    return left.toResources();
  }

  /** Devices that the scheduler divides itself; one pool per family. */
  public List<DevicePool> devices() {
    return devices;
  }

  /** Has devices divided in another way. */
  public void replaceDevices(UnaryOperator<DevicePool> replacement) {
    devices = devices.stream().map(replacement).toList();
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public NodeInfo info() {
    return info;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public Resources allocatable() {
    return supply.allocatable();
  }

  @Override
  public Resources capacity() {
    return supply.capacity();
  }

  @Override
  public Resources oversubscription() {
    return supply.oversubscription();
  }

  @Override
  public Resources idle() {
    return idle;
  }

  @Override
  public Resources used() {
    return used;
  }

  @Override
  public Resources releasing() {
    return releasing;
  }

  @Override
  public Resources pipelined() {
    return pipelined;
  }

  @Override
  public Resources futureIdle() {
    if (awaitsNothing()) {
      return idle;
    }
    Resources known = futureIdle;
    if (known == null) {
      known = SessionNode.super.futureIdle();
      futureIdle = known;
    }
    return known;
  }

  /** Whether nothing is being released and nobody waits for it: what is idle will stay so. */
  public boolean awaitsNothing() {
    return releasing.isNone() && pipelined.isNone();
  }

  @Override
  public Collection<Task> tasks() {
    return places.values().stream().map(Place::task).toList();
  }

  /** Does something with each task, in the order of {@link #tasks}; it must not move any. */
  public void forEachTask(Consumer<? super Task> action) {
    places.values().forEach(place -> action.accept(place.task));
  }

  @Override
  public @Nullable Task task(String key) {
    Place place = places.get(key);
    return place == null ? null : place.task;
  }

  @Override
  public NodeUsage usage() {
    return usage;
  }

  @Override
  public String revocableZone() {
    return supply.revocableZone();
  }

  @Override
  public String toString() {
    return name() + tasks();
  }

  /** A task with the status in which it was added. */
  private record Place(Task task, TaskStatus as) {}
}
