package io.merapi.batch.session;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.workload.PriorityClass;
import io.merapi.batch.devices.DeviceFamilies;
import io.merapi.batch.devices.DevicePool;
import io.merapi.batch.job.AttachedVolumes;
import io.merapi.batch.job.ClaimedDevices;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskRequests;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.node.NodeSupply;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.kube.state.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as one session works with it: jobs, nodes and queues made from a snapshot.
 *
 * <p>Groups whose queue does not exist are left out; their tasks on nodes count there all the same.
 * Upstream counterpart: {@code SchedulerCache.Snapshot}.
 */
public final class SessionModel {

  private final Snapshot snapshot;
  private final SessionOptions options;
  private final TaskRequests requests;
  private final AttachedVolumes volumes;
  private final ClaimedDevices devices;

  /** Devices that the scheduler divides itself, by node. */
  private final Map<String, List<DevicePool>> pools = new HashMap<>();

  /** Resources that nobody but those pools looks at. */
  private final Set<String> ignoredDevices = new HashSet<>();

  private final NodeUsages usages;
  private final Map<String, TaskState> tasks = new LinkedHashMap<>();
  private final Map<String, QueueInfo> queues = new LinkedHashMap<>();
  private final Map<String, JobState> jobs = new LinkedHashMap<>();
  private final Map<String, LostGroup> lostGroups = new TreeMap<>();
  private final Map<String, NodeState> nodesByName = new LinkedHashMap<>();
  private final List<NodeState> nodes = new ArrayList<>();

  /**
   * Makes the model of a new session.
   *
   * @param families the devices that the scheduler divides itself
   * @param usages the load of nodes, as far as it is known now
   */
  public SessionModel(
      Snapshot snapshot,
      FeatureGates gates,
      SessionOptions options,
      DeviceFamilies families,
      NodeUsages usages) {
    this.snapshot = snapshot;
    this.options = options;
    if (!families.isEmpty()) {
      snapshot.forEachNode(info -> addPools(info, families));
    }
    this.volumes = new AttachedVolumes(snapshot, options.ignoredProvisioners());
    this.requests =
        new TaskRequests(snapshot, PodRequests.Rules.of(gates), ignoredDevices, volumes);
    this.devices = new ClaimedDevices(snapshot, gates);
    this.usages = usages;
    addQueues();
    addTasks();
    addJobs();
    snapshot.forEachNode(this::addNode);
  }

  private void addPools(NodeInfo info, DeviceFamilies families) {
    Node node = info.node();
    if (node != null && selected(node.meta().labels())) {
      List<DevicePool> found = families.poolsOf(node);
      pools.put(info.name(), found);
      found.forEach(pool -> ignoredDevices.addAll(pool.accountsFor()));
    }
  }

  private void addQueues() {
    var found = new ArrayList<QueueInfo>();
    snapshot
        .objects(ObjectKind.QUEUE)
        .forEachValue(object -> found.add(new QueueInfo((Queue) object)));
    found.sort(Comparator.comparing(QueueInfo::created).thenComparing(QueueInfo::name));
    found.forEach(queue -> queues.put(queue.name(), queue));
  }

  private void addTasks() {
    snapshot.pods().forEachValue(this::addTask);
  }

  private void addTask(PodInfo info) {
    Pod pod = info.pod();
    boolean own = options.schedulerNames().contains(pod.spec().schedulerNameOrDefault());
    if (own || pod.assigned()) {
      requests
          .of(pod)
          .flatMap(request -> devices.of(pod).map(claims -> new TaskState(info, request, claims)))
          .ifPresent(task -> tasks.put(info.key(), task));
    }
  }

  private void addJobs() {
    var members = new HashMap<String, List<TaskState>>();
    for (TaskState task : tasks.values()) {
      if (!task.jobKey().isEmpty()) {
        members.computeIfAbsent(task.jobKey(), _ -> new ArrayList<>()).add(task);
      }
    }
    Priorities priorities = new Priorities();
    var found = new ArrayList<JobState>();
    snapshot
        .objects(ObjectKind.POD_GROUP)
        .forEachValue(object -> {
          PodGroup group = (PodGroup) object;
          String queue = group.queue().isEmpty() ? options.defaultQueue() : group.queue();
          if (queues.containsKey(queue)) {
            found.add(
                new JobState(
                    group,
                    queue,
                    priorities.of(group.priorityClassName()),
                    minResources(group),
                    members.getOrDefault(group.key(), List.of())));
          } else {
            lostGroups.put(group.key(), new LostGroup(group, queue));
          }
        });
    found.sort(JobState.BY_CREATION);
    found.forEach(job -> jobs.put(job.key(), job));
  }

  private Resources minResources(PodGroup group) {
    return amounts(Objects.requireNonNullElse(group.minResources(), ResourceList.EMPTY));
  }

  /** The amounts of a list without devices that the scheduler accounts for itself. */
  Resources amounts(ResourceList list) {
    return Resources.of(list, snapshot.dictionary(), ignoredDevices);
  }

  private void addNode(NodeInfo info) {
    Node node = info.node();
    if (node == null || !selected(node.meta().labels())) {
      return;
    }
    NodeSupply supply = NodeSupply.of(node, snapshot.dictionary(), volumes, ignoredDevices);
    var state =
        new NodeState(
            info,
            nodes.size(),
            supply,
            pools.getOrDefault(info.name(), List.of()),
            usages.of(info.name()));
    for (PodInfo pod : info.pods()) {
      TaskState task = tasks.get(pod.key());
      if (task != null) {
        state.add(task);
      }
    }
    nodes.add(state);
    nodesByName.put(state.name(), state);
  }

  private boolean selected(Labels labels) {
    if (options.nodeSelectors().isEmpty()) {
      return true;
    }
    for (Map.Entry<String, String> label : labels) {
      if (options.nodeSelectors().contains(label.getKey() + ":" + label.getValue())) {
        return true;
      }
    }
    return false;
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  SessionOptions options() {
    return options;
  }

  /** Jobs by key, in order of creation. */
  Map<String, JobState> jobs() {
    return jobs;
  }

  /** Groups whose queue does not exist, by key. */
  Collection<LostGroup> lostGroups() {
    return lostGroups.values();
  }

  /** Nodes in the order of the cluster's list. */
  List<NodeState> nodes() {
    return nodes;
  }

  @Nullable NodeState node(String name) {
    return nodesByName.get(name);
  }

  /** Queues by name, in order of creation. */
  Map<String, QueueInfo> queues() {
    return queues;
  }

  /**
   * A group without a queue.
   *
   * @param queue the name of the one that it should have
   */
  record LostGroup(PodGroup group, String queue) {}

  /** The priorities of classes; where several are the default, the one that was made last. */
  private final class Priorities {

    private final Map<String, Integer> byName = new HashMap<>();
    private int byDefault;

    Priorities() {
      if (!options.priorityClasses()) {
        return;
      }
      var classes = new ArrayList<PriorityClass>();
      snapshot
          .objects(ObjectKind.PRIORITY_CLASS)
          .forEachValue(object -> classes.add((PriorityClass) object));
      classes.sort(
          Comparator.comparing(Priorities::created).thenComparing(one -> one.meta().name()));
      for (PriorityClass one : classes) {
        byName.put(one.meta().name(), one.value());
        byDefault = one.globalDefault() ? one.value() : byDefault;
      }
    }

    private static Instant created(PriorityClass one) {
      return Objects.requireNonNullElse(one.meta().creationTimestamp(), Instant.EPOCH);
    }

    int of(String name) {
      return byName.getOrDefault(name, byDefault);
    }
  }
}
