package io.merapi.batch.session;

import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.QueueInfo;
import io.merapi.batch.devices.DevicePool;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the jobs of each queue use at the end of a session, where that has changed. What a
 * queue uses counts for every queue above it too, if there is a root.
 */
final class QueueStatusWriter {

  private final SessionModel model;
  private final BatchEffects effects;
  private final Map<String, ResourcesSum> allocated = new HashMap<>();

  /** A claim that tasks of a queue share counts once there, so claims are kept by their keys. */
  private final Map<String, SortedMap<String, DeviceAmounts>> claims = new HashMap<>();

  QueueStatusWriter(SessionModel model, BatchEffects effects) {
    this.model = model;
    this.effects = effects;
  }

  void writeAll() {
    ResourceDictionary dictionary = model.snapshot().dictionary();
    model.queues().keySet().forEach(name -> allocated.put(name, new ResourcesSum(dictionary)));
    model.jobs().values().forEach(this::count);
    for (QueueInfo queue : model.queues().values()) {
      ResourceList list = list(sum(queue.name()).toResources(), devices(queue.name()));
      if (!list.equals(queue.queue().allocated())) {
        effects.updateAllocated(queue.queue(), list);
      }
    }
  }

  private void count(JobState job) {
    // Added up anew: what a job gave back in this session may stand in its total as 0.
    var total = new ResourcesSum(model.snapshot().dictionary());
    var claimed = new TreeMap<String, DeviceAmounts>();
    for (TaskState task : job.tasks()) {
      if (task.status().holdsResources()) {
        total.add(charged(task));
        claimed.putAll(task.claimedDevices());
      }
    }
    Resources used = total.toResources();
    charge(job.queue(), used, claimed);
    if (!model.queues().containsKey(QueueInfo.ROOT)) {
      return;
    }
    var seen = new HashSet<String>();
    String child = job.queue();
    // A queue that is above itself would be counted for ever.
    while (seen.add(child)) {
      @Nullable QueueInfo queue = model.queues().get(child);
      if (queue == null) {
        return;
      }
      String parent = queue.queue().parent().isEmpty() ? QueueInfo.ROOT : queue.queue().parent();
      if (model.queues().containsKey(parent)) {
        charge(parent, used, claimed);
      }
      if (parent.equals(QueueInfo.ROOT)) {
        return;
      }
      child = parent;
    }
  }

  /** What a task takes, but for devices that are counted as the task really has them. */
  private Resources charged(TaskState task) {
    NodeState node = model.node(task.nodeName());
    if (node == null || node.devices().isEmpty()) {
      return task.request();
    }
    ResourcesSum charged = task.request().sum();
    for (DevicePool pool : node.devices()) {
      if (pool.asksFor(task.pod())) {
        pool.charged(task.pod())
            .forEach(
                (name, amount) -> charged.set(model.snapshot().dictionary().index(name), amount));
      }
    }
    return charged.toResources();
  }

  private void charge(String queue, Resources used, Map<String, DeviceAmounts> claimed) {
    sum(queue).add(used);
    claims.computeIfAbsent(queue, _ -> new TreeMap<>()).putAll(claimed);
  }

  private DeviceAmounts devices(String queue) {
    return claims.getOrDefault(queue, Collections.emptySortedMap()).values().stream()
        .reduce(DeviceAmounts.NONE, DeviceAmounts::plus);
  }

  private ResourcesSum sum(String queue) {
    return allocated.computeIfAbsent(queue, _ -> new ResourcesSum(model.snapshot().dictionary()));
  }

  /** The amounts as the API server keeps them. */
  private static ResourceList list(Resources amounts, DeviceAmounts devices) {
    var list = new TreeMap<>(ResourceList.of(amounts).amounts());
    list.putAll(devices.toList());
    return new ResourceList(list);
  }
}
