package io.merapi.api.batch;

/**
 * Labels, annotations and the scheduling gate by which pods, nodes, pod groups and queues speak to
 * batch scheduling; those of devices are in {@link DeviceKeys}.
 *
 * <p>A comment names the object that carries the key. A value that cannot be parsed counts as if
 * the key were not there, unless the comment says otherwise.
 */
public final class VolcanoKeys {

  /** What every key that controllers copy from a job to its pod group starts with. */
  public static final String PREFIX = "volcano.sh/";

  // Membership

  /** Pod annotation: the name of the pod's group; the only one that scheduling itself goes by. */
  public static final String GROUP_NAME = "scheduling.k8s.io/group-name";

  /** Pod annotation: the same, written by newer controllers; read where vGPUs are spread. */
  public static final String VOLCANO_GROUP_NAME = "scheduling.volcano.sh/group-name";

  /** Annotation of a pod's owner: the minimum of the group that a controller makes for it. */
  public static final String GROUP_MIN_MEMBER = "scheduling.volcano.sh/group-min-member";

  /** Annotation for the resources of the group that a controller makes; for controllers. */
  public static final String GROUP_MIN_RESOURCES = "scheduling.volcano.sh/group-min-resources";

  /** Pod annotation: the queue of the group that a controller makes for the pod. */
  public static final String QUEUE_NAME = "scheduling.volcano.sh/queue-name";

  /**
   * Scheduling gate that keeps a pod back until its queue has room, and the pod annotation {@code
   * "true"} that asks for it.
   */
  public static final String QUEUE_ALLOCATION_GATE = "scheduling.volcano.sh/queue-allocation-gate";

  /** Pod annotation, else pod label: the task of the job that the pod belongs to. */
  public static final String TASK_SPEC = "volcano.sh/task-spec";

  /** Pod annotation and label: the position of the pod within its task; for controllers. */
  public static final String TASK_INDEX = "volcano.sh/task-index";

  /** Pod annotation: a priority that overrides the pod's own when its job orders its tasks. */
  public static final String TASK_PRIORITY = "volcano.sh/task-priority";

  /** Pod annotation: pods with the same value share cached predicate answers. */
  public static final String TEMPLATE_UID = "volcano.sh/template-uid";

  /** Pod annotation and label: the Volcano Job that made the pod; for controllers and views. */
  public static final String JOB_NAME = "volcano.sh/job-name";

  /** Pod annotation: the version of the job that made the pod; for controllers. */
  public static final String JOB_VERSION = "volcano.sh/job-version";

  /** Pod annotation: how often the job had been retried; for controllers. */
  public static final String JOB_RETRY_COUNT = "volcano.sh/job-retry-count";

  /** Pod annotation and label: the queue of the job that made the pod; for views. */
  public static final String JOB_QUEUE_NAME = "volcano.sh/queue-name";

  /** Pod label: the partition of the job; sub-group policies divide pods by it. */
  public static final String PARTITION_ID = "volcano.sh/partition-id";

  // Eviction

  /**
   * Pod or pod group, annotation before label: whether its pods may be evicted for others; what is
   * no flag counts as false. Without it pods may be evicted and groups may not.
   */
  public static final String PREEMPTABLE = "volcano.sh/preemptable";

  /** Pod label, else annotation: how long, such as {@code 10m}, a pod is spared once it runs. */
  public static final String COOLDOWN_TIME = "volcano.sh/cooldown-time";

  /**
   * Node label: the time window in which the node is lent out. Pod or pod group annotation: {@code
   * *} lets its pods use such nodes, anything else does not; without it, {@link #PREEMPTABLE} does.
   */
  public static final String REVOCABLE_ZONE = "volcano.sh/revocable-zone";

  /** Pod group annotation: how many of its pods, or which percentage, evictions must leave. */
  public static final String JDB_MIN_AVAILABLE = "volcano.sh/jdb-min-available";

  /** Pod group annotation, read where the minimum is absent: how many evictions may take. */
  public static final String JDB_MAX_UNAVAILABLE = "volcano.sh/jdb-max-unavailable";

  // Waiting

  /** Pod group annotation: how long, such as {@code 1h}, the group may wait to be scheduled. */
  public static final String SLA_WAITING_TIME = "volcano.sh/sla-waiting-time";

  /** Pod group annotation: the same, read where the prefixed one is absent or unusable. */
  public static final String BARE_SLA_WAITING_TIME = "sla-waiting-time";

  // Shares of queues

  /** Queue annotation: the path from the root to the queue, such as {@code root/sci/dev}. */
  public static final String HIERARCHY = "volcano.sh/hierarchy";

  /** Queue annotation: the weights along that path, such as {@code 1/2/8}. */
  public static final String HIERARCHY_WEIGHTS = "volcano.sh/hierarchy-weights";

  /** Node label: the node group that the node belongs to. */
  public static final String NODE_GROUP_NAME = "volcano.sh/nodegroup-name";

  /** Queue annotation: JSON of what the queue may use at most in each node group. */
  public static final String NODE_GROUP_RESOURCE_LIMITS = "volcano.sh/nodegroup-resource-limits";

  // Placement

  /**
   * Pod group annotation: sets of tasks that belong together, such as {@code ps,worker;ps,eval}.
   */
  public static final String TASK_TOPOLOGY_AFFINITY = "volcano.sh/task-topology-affinity";

  /** Pod group annotation: sets of tasks that keep apart; a set of one keeps its pods apart. */
  public static final String TASK_TOPOLOGY_ANTI_AFFINITY = "volcano.sh/task-topology-anti-affinity";

  /** Pod group annotation: the order in which tasks are placed, such as {@code ps,worker}. */
  public static final String TASK_TOPOLOGY_TASK_ORDER = "volcano.sh/task-topology-task-order";

  /** Pod annotation: the scoring of this pod alone, such as {@code LeastAllocated}. */
  public static final String RESOURCE_STRATEGY_SCORING_TYPE =
      "volcano.sh/resource-strategy-scoring-type";

  /** Pod annotation: JSON of weights by resource for that scoring; unusable, the score is 0. */
  public static final String RESOURCE_STRATEGY_WEIGHT = "volcano.sh/resource-strategy-weight";

  /** Pod annotation: the NUMA policy, such as {@code single-numa-node}, that nodes must have. */
  public static final String NUMA_TOPOLOGY_POLICY = "volcano.sh/numa-topology-policy";

  /** Pod annotation: JSON of the resources that the pod was given on each NUMA node. */
  public static final String TOPOLOGY_DECISION = "volcano.sh/topology-decision";

  /** Annotation of a pod's owner: the network topology mode of the group made for it. */
  public static final String NETWORK_TOPOLOGY_MODE = "volcano.sh/network-topology-mode";

  /** Annotation of a pod's owner: the highest tier of the group made for it. */
  public static final String NETWORK_TOPOLOGY_HIGHEST_TIER =
      "volcano.sh/network-topology-highest-tier";

  // Oversubscription

  /**
   * Node label: whether the node lends out what its pods requested but do not use; what it lends
   * counts whatever the label says.
   */
  public static final String OVERSUBSCRIPTION = "volcano.sh/oversubscription";

  /** Node annotation: how many milli-CPUs it lends out. */
  public static final String OVERSUBSCRIPTION_CPU = "volcano.sh/oversubscription-cpu";

  /** Node annotation: how many bytes of memory it lends out. */
  public static final String OVERSUBSCRIPTION_MEMORY = "volcano.sh/oversubscription-memory";

  /** Node annotation: whether the node is evicting offline pods; no decision goes by it. */
  public static final String OFFLINE_JOB_EVICTING = "volcano.sh/offline-job-evicting";

  /** Pod annotation: the level that the node agent treats the pod by; for the agent. */
  public static final String QOS_LEVEL = "volcano.sh/qos-level";

  private VolcanoKeys() {}
}
