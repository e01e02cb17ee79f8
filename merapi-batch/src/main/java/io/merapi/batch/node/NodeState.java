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
import java.util.HashMap;
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
  private final TasksOnNode tasks;

  /**
   * The tasks that do not simply use what they ask for, with the status in which they came; absent
   * until there are some.
   */
  private @Nullable Map<String, TaskStatus> apart;

  private List<DevicePool> devices;
  private final ResourcesSum idle;
  private final ResourcesSum used;
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
    this.tasks = new TasksOnNode();
    this.devices = List.copyOf(devices);
    this.idle = supply.allocatable().sum();
    Resources none = Resources.none(supply.allocatable().dictionary());
    this.used = none.sum();
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
    tasks.clear();
    apart = null;
    devices = List.copyOf(newDevices);
    idle.set(supply.allocatable());
    Resources none = Resources.none(supply.allocatable().dictionary());
    used.set(none);
    releasing = none;
    pipelined = none;
    futureIdle = null;
  }

  /** Takes note that pods have come to the node; their tasks are added by others. */
  public void extend(NodeInfo newInfo) {
    info = newInfo;
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
    this.tasks = new TasksOnNode(origin.tasks);
    this.apart = origin.apart == null ? null : new HashMap<>(origin.apart);
    this.devices = origin.devices.stream().map(DevicePool::copy).toList();
    this.idle = origin.idle().sum();
    this.used = origin.used().sum();
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
    if (!tasks.add(task)) {
      return false;
    }
    futureIdle = null;
    Resources request = task.request();
    switch (task.status()) {
      case PIPELINED -> {
        setApart(task);
        pipelined = pipelined.plus(request);
      }
      case RELEASING -> {
        setApart(task);
        take(request);
        releasing = releasing.plus(request);
      }
      default -> {
        take(request);
        for (int i = 0; i < devices.size(); i++) {
          devices.get(i).add(task.pod());
        }
      }
    }
    return true;
  }

  private void setApart(Task task) {
    Map<String, TaskStatus> others = apart;
    if (others == null) {
      others = new HashMap<>();
      apart = others;
    }
    others.put(task.key(), task.status());
  }

  private void take(Resources request) {
    idle.subtract(request);
    used.add(request);
  }

  /**
   * Removes a task.
   *
   * @return false where it is not here
   */
  public boolean remove(Task task) {
    Task present = tasks.remove(task.key());
    if (present == null) {
      return false;
    }
    futureIdle = null;
    Resources request = present.request();
    TaskStatus cameAs = apart == null ? null : apart.remove(task.key());
    if (cameAs == TaskStatus.PIPELINED) {
      pipelined = pipelined.minusAllowingNegative(request);
      return true;
    }
    giveBack(request);
    if (cameAs == TaskStatus.RELEASING) {
      releasing = releasing.minusAllowingNegative(request);
    } else {
      for (DevicePool pool : devices) {
        pool.remove(task.pod());
      }
    }
    return true;
  }

  private void giveBack(Resources request) {
    idle.add(request);
    used.subtract(request);
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
    tasks.forEach(task -> {
      switch (task.status()) {
        case PENDING, ALLOCATED, PIPELINED -> {}
        case BINDING, BOUND, RUNNING, RELEASING, SUCCEEDED, FAILED, UNKNOWN ->
            left.subtract(task.request());
      }
    });
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
    return idle.view();
  }

  @Override
  public Resources used() {
    return used.view();
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
    Resources known = futureIdle;
    if (known == null) {
      known = awaitsNothing() ? idle.toResources() : SessionNode.super.futureIdle();
      futureIdle = known;
    }
    return known;
  }

  @Override
  public boolean fitsFutureIdle(Task task) {
    return awaitsNothing() ? fitsIdle(task) : SessionNode.super.fitsFutureIdle(task);
  }

  /** Whether nothing is being released and nobody waits for it: what is idle will stay so. */
  public boolean awaitsNothing() {
    return releasing.isNone() && pipelined.isNone();
  }

  @Override
  public Collection<Task> tasks() {
    return tasks.list();
  }

  /** Does something with each task, in the order of {@link #tasks}; it must not move any. */
  public void forEachTask(Consumer<? super Task> action) {
    tasks.forEach(action);
  }

  @Override
  public @Nullable Task task(String key) {
    return tasks.get(key);
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
}
