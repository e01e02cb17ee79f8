package io.merapi.api.feature;

import java.util.Objects;

/**
 * A gate of Kubernetes or Volcano that changes what the scheduler decides, or when.
 *
 * <p>The many gates that do not are accepted as well (see {@link FeatureGates#of}), but nothing
 * asks for them.
 */
public enum FeatureGate {
  /** Claims with admin access may take devices that are in use. */
  DRA_ADMIN_ACCESS("DRAAdminAccess"),

  /** One device may be shared by claims that take parts of its capacity. */
  DRA_CONSUMABLE_CAPACITY("DRAConsumableCapacity"),

  /** Binding waits until the conditions that a device names are met. */
  DRA_DEVICE_BINDING_CONDITIONS("DRADeviceBindingConditions"),

  /** Taints of devices may come from DeviceTaintRule objects. */
  DRA_DEVICE_TAINT_RULES("DRADeviceTaintRules"),

  /** Devices may carry taints, and requests tolerations. */
  DRA_DEVICE_TAINTS("DRADeviceTaints"),

  /** A device class may offer its devices as an extended resource. */
  DRA_EXTENDED_RESOURCE("DRAExtendedResource"),

  /** Attributes of devices may be lists. */
  DRA_LIST_TYPE_ATTRIBUTES("DRAListTypeAttributes"),

  /** Devices may take from what the node has to allocate. */
  DRA_NODE_ALLOCATABLE_RESOURCES("DRANodeAllocatableResources"),

  /** Devices may share counters of the hardware beneath them. */
  DRA_PARTITIONABLE_DEVICES("DRAPartitionableDevices"),

  /** A request may list alternatives in order of preference. */
  DRA_PRIORITIZED_LIST("DRAPrioritizedList"),

  /** Claims carry the status of their devices. */
  DRA_RESOURCE_CLAIM_DEVICE_STATUS("DRAResourceClaimDeviceStatus"),

  /** The search for devices on one node has a time limit. */
  DRA_SCHEDULER_FILTER_TIMEOUT("DRASchedulerFilterTimeout"),

  /** Pod groups may have claims of their own. */
  DRA_WORKLOAD_RESOURCE_CLAIMS("DRAWorkloadResourceClaims"),

  /** Pods may ask for devices through resource claims. */
  DYNAMIC_RESOURCE_ALLOCATION("DynamicResourceAllocation"),

  /** Pods of a group wait for one another. */
  GANG_SCHEDULING("GangScheduling"),

  /** Pods may name the pod group that they belong to. */
  GENERIC_WORKLOAD("GenericWorkload"),

  /** The resources of a whole pod may change while it runs. */
  IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING("InPlacePodLevelResourcesVerticalScaling"),

  /** The resources of containers may change while they run. */
  IN_PLACE_POD_VERTICAL_SCALING("InPlacePodVerticalScaling"),

  /** Pod affinity terms may take label values from the pod itself. */
  MATCH_LABEL_KEYS_IN_POD_AFFINITY("MatchLabelKeysInPodAffinity"),

  /** Spread constraints may take label values from the pod itself. */
  MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD("MatchLabelKeysInPodTopologySpread"),

  /** The API server writes those label values into the selector of a spread constraint. */
  MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD_SELECTOR_MERGE(
      "MatchLabelKeysInPodTopologySpreadSelectorMerge"),

  /** The volume limit of a node may change while it is in use. */
  MUTABLE_CSI_NODE_ALLOCATABLE_COUNT("MutableCSINodeAllocatableCount"),

  /** Nodes declare their features, and pods that need one go where it is. */
  NODE_DECLARED_FEATURES("NodeDeclaredFeatures"),

  /** Spread constraints say whether node affinity and taints exclude nodes. */
  NODE_INCLUSION_POLICY_IN_POD_TOPOLOGY_SPREAD("NodeInclusionPolicyInPodTopologySpread"),

  /** Nominated nodes are also written for pods whose binding takes long. */
  NOMINATED_NODE_NAME_FOR_EXPECTATION("NominatedNodeNameForExpectation"),

  /** Pods alike reuse the answers found for the one before. */
  OPPORTUNISTIC_BATCHING("OpportunisticBatching"),

  /** A pod may state resources for all its containers together. */
  POD_LEVEL_RESOURCES("PodLevelResources"),

  /** Nodes report how their CPUs lie, and pods may be placed by it. */
  RESOURCE_TOPOLOGY("ResourceTopology"),

  /** Volumes are mounted with the SELinux label of their pod. */
  SELINUX_MOUNT("SELinuxMount"),

  /** API calls of the scheduler are queued beside the cycle. */
  SCHEDULER_ASYNC_API_CALLS("SchedulerAsyncAPICalls"),

  /** Victims are evicted beside the cycle that chose them. */
  SCHEDULER_ASYNC_PREEMPTION("SchedulerAsyncPreemption"),

  /** An idle scheduler takes pods before their backoff has passed. */
  SCHEDULER_POP_FROM_BACKOFF_QUEUE("SchedulerPopFromBackoffQ"),

  /** Plugins say which events may help the pods that they rejected. */
  SCHEDULER_QUEUEING_HINTS("SchedulerQueueingHints"),

  /** Pods that ask for it are kept back by a gate until their queue has room for them. */
  SCHEDULING_GATES_QUEUE_ADMISSION("SchedulingGatesQueueAdmission"),

  /** Init containers may keep running beside the main ones. */
  SIDECAR_CONTAINERS("SidecarContainers"),

  /** Nodes are scored by the storage capacity that they have left. */
  STORAGE_CAPACITY_SCORING("StorageCapacityScoring"),

  /** Tolerations may compare numbers. */
  TAINT_TOLERATION_COMPARISON_OPERATORS("TaintTolerationComparisonOperators"),

  /** Pod groups are placed into one domain of a topology. */
  TOPOLOGY_AWARE_WORKLOAD_SCHEDULING("TopologyAwareWorkloadScheduling"),

  /** Claims may name a volume attributes class. */
  VOLUME_ATTRIBUTES_CLASS("VolumeAttributesClass"),

  /** A node without the CSI driver of a volume does not take the pod. */
  VOLUME_LIMIT_SCALING("VolumeLimitScaling"),

  /** Pod groups preempt, and are preempted, as a whole. */
  WORKLOAD_AWARE_PREEMPTION("WorkloadAwarePreemption");

  private final String key;

  FeatureGate(String key) {
    this.key = key;
  }

  /** The name as written on the command line. */
  public String key() {
    return key;
  }

  /** Whether upstream has it on. */
  public boolean onByDefault() {
    return Objects.requireNonNull(KnownGates.ALL.get(key), key).onByDefault();
  }
}
