package io.merapi.batch.session;

import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.ResourceNames;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.QueueInfo;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.job.JobState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
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

  QueueStatusWriter(SessionModel model, BatchEffects effects) {
    this.model = model;
    this.effects = effects;
  }

  void writeAll() {
    ResourceDictionary dictionary = model.snapshot().dictionary();
    model.queues().keySet().forEach(name -> allocated.put(name, new ResourcesSum(dictionary)));
    model.jobs().values().forEach(this::count);
    for (QueueInfo queue : model.queues().values()) {
      ResourceList list = list(sum(queue.name()).toResources());
      if (!list.equals(queue.queue().allocated())) {
        effects.updateAllocated(queue.queue(), list);
      }
    }
  }

  private void count(JobState job) {
    // Added up anew: what a job gave back in this session may stand in its total as 0.
    var total = new ResourcesSum(model.snapshot().dictionary());
    job.tasks().stream()
        .filter(task -> task.status().holdsResources())
        .forEach(task -> total.add(task.request()));
    Resources used = total.toResources();
    sum(job.queue()).add(used);
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
        sum(parent).add(used);
      }
      if (parent.equals(QueueInfo.ROOT)) {
        return;
      }
      child = parent;
    }
  }

  private ResourcesSum sum(String queue) {
    return allocated.computeIfAbsent(queue, _ -> new ResourcesSum(model.snapshot().dictionary()));
  }

  /** The amounts as the API server keeps them. */
  private static ResourceList list(Resources amounts) {
    var list = new TreeMap<String, Quantity>();
    list.put(
        ResourceNames.CPU,
        Quantity.ofMillis((long) amounts.cpuMillis(), Quantity.Format.DECIMAL_SI));
    list.put(
        ResourceNames.MEMORY, Quantity.of((long) amounts.memoryBytes(), Quantity.Format.BINARY_SI));
    for (int i = 0; i < amounts.scalarCount(); i++) {
      int id = amounts.scalarId(i);
      long amount = (long) amounts.scalarValue(i);
      list.put(
          amounts.dictionary().name(id),
          id == ResourceDictionary.PODS
              ? Quantity.of(amount, Quantity.Format.DECIMAL_SI)
              : Quantity.ofMillis(amount, Quantity.Format.DECIMAL_SI));
    }
    return new ResourceList(list);
  }
}
