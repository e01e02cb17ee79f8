package io.merapi.batch.plugins.extender;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.device.DeviceAmount;
import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Task;
import io.merapi.api.session.Task.Transaction;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.session.TopologyDecision;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tasks and amounts of resources as Volcano's {@code TaskInfo} and {@code Resource} have them. */
final class TaskFields {

  private final ObjectFields objects;

  /** Where tasks were allocated last, by their identity. */
  private final Map<String, String> allocatedTo = new HashMap<>();

  TaskFields(ObjectFields objects) {
    this.objects = objects;
  }

  /**
   * Takes note of where a task was allocated. Kept from upstream: the pod names that node from then
   * on, also when the allocation has been taken back.
   */
  void allocated(Task task) {
    allocatedTo.put(task.uid(), task.nodeName());
  }

  /** A task as its job holds it. */
  Map<String, @Nullable Object> of(Task task) {
    return of(task, task.transaction());
  }

  /**
   * A task as its node holds it: a copy, made when it was put there, which does not hear of what
   * becomes of the task in this session.
   */
  Map<String, @Nullable Object> onNode(Task task) {
    TaskStatus status = task.status() == TaskStatus.BINDING ? TaskStatus.ALLOCATED : task.status();
    return of(task, new Transaction(task.nodeName(), false, "", status));
  }

  private Map<String, @Nullable Object> of(Task task, Transaction transaction) {
    Pod pod = task.pod();
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("UID", task.uid());
    fields.put("Job", task.jobKey());
    fields.put("Name", task.name());
    fields.put("Namespace", task.namespace());
    fields.put("TaskRole", task.role());
    fields.put("Resreq", resources(task.request()));
    fields.put("InitResreq", resources(task.request()));
    fields.putAll(devices(task.claimedDevices()));
    fields.putAll(transaction(transaction));
    Transaction last = task.lastTransaction();
    fields.put("LastTransaction", last == null ? null : transaction(last));
    fields.put("Priority", task.priority());
    fields.put("VolumeReady", false);
    fields.put("Preemptable", task.preemptable());
    fields.put("BestEffort", task.bestEffort());
    fields.put(
        "HasRestartableInitContainer",
        pod.spec().initContainers().stream()
            .anyMatch(container -> container.restartPolicy().equals("Always")));
    fields.put("SchGated", task.gated());
    fields.put("RevocableZone", task.revocableZone());
    fields.put("NumaInfo", numa(pod));
    fields.put("Pod", objects.pod(pod, allocatedTo.getOrDefault(task.uid(), pod.nodeName())));
    fields.put("PodAnnotations", orNull(pod.meta().annotations()));
    fields.put("CustomBindErrHandlerSucceeded", false);
    return fields;
  }

  private static Map<String, @Nullable Object> transaction(Transaction transaction) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("NodeName", transaction.nodeName());
    fields.put("EvictionOccurred", transaction.evictionOccurred());
    fields.put("JobAllocatedHyperNode", transaction.jobAllocatedHyperNode());
    fields.put("Status", number(transaction.status()));
    return fields;
  }

  /** The number of a status: each is a bit of its own. */
  static int number(TaskStatus status) {
    int bit =
        switch (status) {
          case PENDING -> 0;
          case ALLOCATED -> 1;
          case PIPELINED -> 2;
          case BINDING -> 3;
          case BOUND -> 4;
          case RUNNING -> 5;
          case RELEASING -> 6;
          case SUCCEEDED -> 7;
          case FAILED -> 8;
          case UNKNOWN -> 9;
        };
    return 1 << bit;
  }

  private static Map<String, Object> numa(Pod pod) {
    String policy = pod.meta().annotations().getOrDefault(VolcanoKeys.NUMA_TOPOLOGY_POLICY, "");
    var given = new TreeMap<String, Object>();
    TopologyDecision.byNumaNode(pod).forEach((node, list) -> given.put(node, amounts(list)));
    return Map.of("Policy", policy, "ResMap", given);
  }

  /** Amounts as objects state them. */
  static Map<String, String> amounts(ResourceList list) {
    var amounts = new TreeMap<String, String>();
    list.amounts().forEach((resource, amount) -> amounts.put(resource, amount.toString()));
    return amounts;
  }

  private static @Nullable Map<String, String> orNull(Labels labels) {
    Map<String, String> map = labels.toMap();
    return map.isEmpty() ? null : map;
  }

  private static Map<String, @Nullable Object> devices(SortedMap<String, DeviceAmounts> claims) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    if (claims.isEmpty()) {
      fields.put("DRAResreq", null);
      fields.put("ResourceClaimKeys", null);
      fields.put("ResourceClaimDRAResreq", null);
      return fields;
    }
    var byClaim = new LinkedHashMap<String, @Nullable Object>();
    claims.forEach((claim, amounts) -> byClaim.put(claim, devices(amounts)));
    fields.put(
        "DRAResreq",
        devices(claims.values().stream().reduce(DeviceAmounts.NONE, DeviceAmounts::plus)));
    fields.put("ResourceClaimKeys", List.copyOf(claims.keySet()));
    fields.put("ResourceClaimDRAResreq", byClaim);
    return fields;
  }

  private static Map<String, Object> devices(DeviceAmounts amounts) {
    var byClass = new TreeMap<String, Object>();
    amounts.byClass().forEach((name, amount) -> byClass.put(name, devices(amount)));
    return byClass;
  }

  private static Map<String, @Nullable Object> devices(DeviceAmount amount) {
    var capacity = new TreeMap<String, Object>();
    amount
        .capacity()
        .forEach((dimension, quantity) -> capacity.put(dimension, quantity.toString()));
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("Count", amount.count());
    fields.put("Capacity", capacity.isEmpty() ? null : capacity);
    return fields;
  }

  /** Amounts as {@code Resource} has them. */
  static Map<String, @Nullable Object> resources(Resources amounts) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("MilliCPU", amounts.cpuMillis());
    fields.put("Memory", amounts.memoryBytes());
    fields.put("ScalarResources", amounts.scalarsStated() ? scalars(amounts) : null);
    fields.put("MaxTaskNum", amounts.maxTasks());
    return fields;
  }

  private static Map<String, Double> scalars(Resources amounts) {
    var scalars = new TreeMap<String, Double>();
    for (int i = 0; i < amounts.scalarCount(); i++) {
      scalars.put(amounts.dictionary().name(amounts.scalarId(i)), amounts.scalarValue(i));
    }
    return scalars;
  }
}
