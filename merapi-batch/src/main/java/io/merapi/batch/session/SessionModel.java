package io.merapi.batch.session;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.topology.HyperNode;
import io.merapi.batch.devices.DeviceFamilies;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.network.HyperNodeTree;
import io.merapi.batch.network.JobTopologies;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.usage.NodeUsages;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.Snapshot;
import io.merapi.kube.state.SnapshotChanges;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as sessions work with it: jobs, nodes and queues made from a snapshot.
 *
 * <p>Groups whose queue does not exist are left out; their tasks on nodes count there all the same.
 * Upstream counterpart: {@code SchedulerCache.Snapshot}.
 *
 * <p>A model lives on from one session to the next: {@link #follow} makes anew what has changed in
 * the cluster, has start over what the last session did something to, and keeps the rest, so that
 * it costs what changed. The outcome is that of a new model. A session must not be used any more
 * once its model follows the cluster for the next.
 */
public final class SessionModel {

  private final SessionOptions options;
  private final Fixes fixes;
  private final SessionTasks tasks;
  private final SessionNodes nodes;
  private final SessionCluster cluster;
  private final SessionJobs jobs = new SessionJobs();

  /** The keys of jobs that say how close together their tasks must be. */
  private final Set<String> topological = new HashSet<>();

  private final JobPriorities priorities;
  private Snapshot snapshot;
  private Map<String, QueueInfo> queues;
  private HyperNodeTree hyperNodes;
  private OwnShard shard;
  private SessionDevices devices;
  private ChangedNodes changedNodes;

  /** How many changes of nodes there were when the session was opened. */
  private long changedBefore;

  /** What others keep for as long as this model lives, by type. */
  private final Map<Class<?>, Object> kept = new HashMap<>();

  /**
   * Makes the model of a first session.
   *
   * @param families the devices that the scheduler divides itself
   * @param usages the load of nodes, as far as it is known
   */
  public SessionModel(
      Snapshot snapshot,
      FeatureGates gates,
      SessionOptions options,
      Fixes fixes,
      DeviceFamilies families,
      NodeUsages usages) {
    this.snapshot = snapshot;
    this.options = options;
    this.fixes = fixes;
    this.devices = new SessionDevices(snapshot, families, options);
    this.queues = queues(snapshot);
    this.priorities = new JobPriorities(snapshot, options);
    this.tasks = new SessionTasks(snapshot, gates, options, devices.ignored());
    this.nodes = new SessionNodes(snapshot, options, usages, tasks, devices);
    this.changedNodes = new ChangedNodes(nodes.all().size());
    this.cluster = new SessionCluster(snapshot, nodes);
    this.hyperNodes = treeOfDomains();
    this.shard = new OwnShard(snapshot, options.sharding());
    var maker = new JobMaker();
    snapshot
        .objects(ObjectKind.POD_GROUP)
        .forEachValue(object -> {
          var group = (PodGroup) object;
          maker.make(group, members(group));
        });
  }

  private static Map<String, QueueInfo> queues(Snapshot snapshot) {
    var found = new ArrayList<QueueInfo>();
    snapshot
        .objects(ObjectKind.QUEUE)
        .forEachValue(object -> found.add(new QueueInfo((Queue) object)));
    found.sort(Comparator.comparing(QueueInfo::created).thenComparing(QueueInfo::name));
    var queues = new LinkedHashMap<String, QueueInfo>();
    found.forEach(queue -> queues.put(queue.name(), queue));
    return queues;
  }

  private HyperNodeTree treeOfDomains() {
    var found = new ArrayList<HyperNode>();
    snapshot.objects(ObjectKind.HYPER_NODE).forEachValue(object -> found.add((HyperNode) object));
    return new HyperNodeTree(found, nodes.all());
  }

  /**
   * Brings the model to the state of another snapshot, as a new one would have it.
   *
   * @return false, and nothing is changed, where so much is different that a new one must be made
   */
  public boolean follow(Snapshot next) {
    if (!next.sharesHistoryWith(snapshot)) {
      return false;
    }
    SnapshotChanges changes = next.since(snapshot);
    Set<ObjectKind> kinds = changes.kinds();
    Map<String, QueueInfo> newQueues = kinds.contains(ObjectKind.QUEUE) ? queues(next) : queues;
    SessionDevices newDevices = devices.at(next);
    if ((kinds.contains(ObjectKind.PRIORITY_CLASS) && options.priorityClasses())
        || (kinds.contains(ObjectKind.CONFIG_MAP) && dividesDevices())
        || !newQueues.keySet().equals(queues.keySet())
        || !newDevices.ignored().equals(devices.ignored())) {
      return false;
    }
    var stale = new StaleParts(key -> jobs.get(key) != null);
    tasks.follow(next, changes, kinds, stale);
    Set<JobState> touched = jobs.touched();
    touched.forEach(JobState::startOver);
    changes.forEachObject(ObjectKind.POD_GROUP, (key, _, _) -> stale.addJob(key));
    devices = newDevices;
    SessionNodes.Renewal renewal = followNodes(next, changes, stale);
    renewal.recharged().forEach(stale::addJob);
    snapshot = next;
    queues = newQueues;
    cluster.follow(next, nodes.all(), renewal);
    if (kinds.contains(ObjectKind.NODE_SHARD)) {
      shard = new OwnShard(next, options.sharding());
    }
    if (kinds.contains(ObjectKind.HYPER_NODE) || renewal.listChanged() || renewal.labelsChanged()) {
      hyperNodes = treeOfDomains();
      topological.forEach(stale::addJob);
    }
    followJobs(stale, touched);
    return true;
  }

  private SessionNodes.Renewal followNodes(
      Snapshot next, SnapshotChanges changes, StaleParts stale) {
    var changed = new BitSet();
    changes.forEachNodeInfo(changed::set);
    var undone = new BitSet();
    changedNodes.since(changedBefore, index -> undone.set(nodes.all().get(index).info().index()));
    var resupplied = new HashSet<String>();
    changes.forEachObject(ObjectKind.CSI_NODE, (name, _, _) -> resupplied.add(name));
    for (String name : stale.nodes()) {
      NodeState node = nodes.named(name);
      if (node != null) {
        undone.set(node.info().index());
      }
    }
    SessionNodes.Renewal renewal = nodes.follow(next, changed, undone, resupplied, devices);
    note(renewal);
    return renewal;
  }

  private void note(SessionNodes.Renewal renewal) {
    if (renewal.listChanged()) {
      changedNodes = new ChangedNodes(nodes.all().size());
    }
    renewal.nodes().forEach(node -> changedNodes.note(node.index()));
    if (renewal.factsChanged()) {
      changedNodes.noteFacts();
    }
    changedBefore = changedNodes.count();
  }

  /** Makes stale jobs anew; others that the last session touched have started over in place. */
  private void followJobs(StaleParts stale, Set<JobState> touched) {
    var maker = new JobMaker();
    for (String key : stale.jobs()) {
      JobState before = jobs.remove(key);
      topological.remove(key);
      PodGroup group = snapshot.object(PodGroup.class, ObjectKind.POD_GROUP, key);
      if (group != null) {
        maker.make(group, before == null ? members(group) : stale.tasks(key, before.tasks()));
      }
    }
    for (JobState job : touched) {
      if (!stale.jobs().contains(job.key())) {
        maker.adapt(job);
        jobs.startedOver(job);
      }
    }
  }

  /** The tasks of a group, in the order of a job. */
  private List<TaskState> members(PodGroup group) {
    PersistentMap<String, String> pods = snapshot.podsOfGroup(group.key());
    var members = new ArrayList<TaskState>(pods.size());
    pods.forEachValue(key -> {
      TaskState task = tasks.of(key);
      if (task != null) {
        members.add(task);
      }
    });
    members.sort(TaskState.BY_CREATION);
    return members;
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  SessionOptions options() {
    return options;
  }

  SessionJobs jobs() {
    return jobs;
  }

  /** Nodes in the order of the cluster's list. */
  List<NodeState> nodes() {
    return nodes.all();
  }

  @Nullable NodeState node(String name) {
    return nodes.named(name);
  }

  /** Queues by name, in order of creation. */
  Map<String, QueueInfo> queues() {
    return queues;
  }

  /** Queues with jobs, in the order of the first job of each. */
  List<QueueInfo> queuesWithJobs() {
    return jobs.queues().stream().map(name -> Objects.requireNonNull(queues.get(name))).toList();
  }

  SessionCluster cluster() {
    return cluster;
  }

  HyperNodeTree hyperNodes() {
    return hyperNodes;
  }

  OwnShard shard() {
    return shard;
  }

  /** What all nodes have in sum. */
  Resources total() {
    return nodes.total();
  }

  /** What tasks used on all nodes in sum when the session was opened. */
  Resources used() {
    return nodes.used();
  }

  /** Whether the scheduler divides devices itself. */
  boolean dividesDevices() {
    return !devices.isEmpty();
  }

  /**
   * What is kept from one session to the next, one thing of each type; it is made where there is
   * none yet, and goes with the model.
   */
  <T> T kept(Class<T> type, Supplier<T> first) {
    return type.cast(kept.computeIfAbsent(type, _ -> first.get()));
  }

  /** The nodes that have changed, this session's changes included. */
  ChangedNodes changedNodes() {
    return changedNodes;
  }

  /** The amounts of a list without devices that the scheduler accounts for itself. */
  Resources amounts(ResourceList list) {
    return Resources.of(list, snapshot.dictionary(), devices.ignored());
  }

  /** Makes jobs of groups, as things stand. */
  private final class JobMaker {

    private final JobCorrections corrections = new JobCorrections(fixes);
    private final JobTopologies topologies = new JobTopologies(hyperNodes, fixes);

    /** Makes a job of a group and its tasks, which are in order. */
    void make(PodGroup group, List<TaskState> members) {
      String queue = group.queue().isEmpty() ? options.defaultQueue() : group.queue();
      if (!queues.containsKey(queue)) {
        jobs.add(new SessionJobs.LostGroup(group, queue));
        return;
      }
      var job =
          new JobState(
              group,
              queue,
              priorities.of(group.priorityClassName()),
              amounts(Objects.requireNonNullElse(group.minResources(), ResourceList.EMPTY)),
              members);
      if (JobTopologies.concerns(job)) {
        topological.add(job.key());
      }
      adapt(job);
      jobs.add(job);
    }

    /** Makes a job what sessions begin with: as fixes and the domains of the cluster have it. */
    void adapt(JobState job) {
      corrections.apply(job);
      topologies.adjust(job);
      if (hyperNodes.ready()) {
        topologies.locate(job);
      }
    }
  }
}
