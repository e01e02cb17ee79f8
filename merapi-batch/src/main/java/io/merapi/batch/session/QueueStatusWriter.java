package io.merapi.batch.session;

import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.batch.devices.DevicePool;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the jobs of each queue use at the end of a session, where that has changed. What a
 * queue uses counts for every queue above it too, if there is a root.
 */
final class QueueStatusWriter {

  private static final String SUM = "allocated of queues";

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
    model
        .jobs()
        .sumByQueue(SUM, this::used, dictionary)
        .forEach((queue, used) -> above(queue).forEach(one -> sum(one).add(used)));
    model.jobs().claiming().forEach(this::countClaims);
    for (QueueInfo queue : model.queues().values()) {
      ResourceList list = list(sum(queue.name()).toResources(), devices(queue.name()));
      if (!list.equals(queue.queue().allocated())) {
        effects.updateAllocated(queue.queue(), list);
      }
    }
  }

  /** Added up anew: what a job gave back in this session may stand in its total as 0. */
  private Resources used(Job job) {
    var total = new ResourcesSum(model.snapshot().dictionary());
    for (Task task : job.tasks()) {
      if (task.status().holdsResources()) {
        total.add(charged(task));
      }
    }
    return total.toResources();
  }

  private void countClaims(JobState job) {
    var claimed = new TreeMap<String, DeviceAmounts>();
    for (TaskState task : job.tasks()) {
      if (task.status().holdsResources()) {
        claimed.putAll(task.claimedDevices());
      }
    }
    for (String queue : above(job.queue())) {
      claims.computeIfAbsent(queue, _ -> new TreeMap<>()).putAll(claimed);
    }
  }

  /** A queue and, if there is a root, all that exist above it. */
  private List<String> above(String queue) {
    var line = new ArrayList<String>();
    line.add(queue);
    if (!model.queues().containsKey(QueueInfo.ROOT)) {
      return line;
    }
    var seen = new HashSet<String>();
    String child = queue;
    // A queue that is above itself would be counted for ever.
    while (seen.add(child)) {
      @Nullable QueueInfo found = model.queues().get(child);
      if (found == null) {
        return line;
      }
      String parent = found.queue().parent().isEmpty() ? QueueInfo.ROOT : found.queue().parent();
      if (model.queues().containsKey(parent)) {
        line.add(parent);
      }
      if (parent.equals(QueueInfo.ROOT)) {
        return line;
      }
      child = parent;
    }
    return line;
  }

  /** What a task takes, but for devices that are counted as the task really has them. */
  private Resources charged(Task task) {
    NodeState node = model.dividesDevices() ? model.node(task.nodeName()) : null;
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
