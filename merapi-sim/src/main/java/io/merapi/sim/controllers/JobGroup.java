package io.merapi.sim.controllers;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.batch.VolcanoJob.Partition;
import io.merapi.api.batch.VolcanoJob.Task;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.workload.PriorityClass;
import io.merapi.sim.cluster.ObjectStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the pod group of a job. */
final class JobGroup {

  private final ObjectStore store;

  JobGroup(ObjectStore store) {
    this.store = store;
  }

  /** The name of the group: that of the job and its uid. */
  static String name(VolcanoJob job) {
    return job.name() + "-" + job.meta().uid();
  }

  static String key(VolcanoJob job) {
    return job.meta().namespace() + "/" + name(job);
  }

  PodGroup of(VolcanoJob job) {
    var minimums = new TreeMap<String, Integer>();
    var parts = new ArrayList<SubGroupPolicy>();
    for (Task task : job.tasks()) {
      minimums.put(task.name(), minimum(task));
      Partition partition = task.partition();
      if (partition != null) {
        parts.add(
            new SubGroupPolicy(
                task.name(),
                new LabelSelector(Labels.of(VolcanoKeys.TASK_SPEC, task.name()), List.of()),
                List.of(VolcanoKeys.PARTITION_ID),
                partition.size(),
                partition.minimum(),
                partition.networkTopology()));
      }
    }
    ObjectMeta meta =
        ObjectMeta.named(job.namespace(), name(job))
            .withLabels(job.meta().labels())
            .withAnnotations(job.meta().annotations())
            .withOwners(List.of(job.asController()));
    return new PodGroup(
        meta,
        job.minAvailable(),
        minimums,
        job.queue(),
        job.priorityClassName(),
        minResources(job),
        job.networkTopology(),
        parts,
        PodGroup.Status.UNREPORTED);
  }

  /** How many pods of a task must start together. */
  static int minimum(Task task) {
    Integer stated = task.minAvailable();
    Partition partition = task.partition();
    if (stated != null) {
      return stated;
    }
    return partition != null && partition.minimum() > 0
        ? partition.minimum() * partition.size()
        : task.replicas();
  }

  /**
   * What the pods that must start together ask for. They are taken from tasks of high priority
   * first: the minimum of each task, and then more of each up to the minimum of the job; or, where
   * the minimum of the job is the smaller, all replicas of one task after the other.
   */
  private ResourceList minResources(VolcanoJob job) {
    List<Task> tasks =
        job.tasks().stream()
            .sorted(Comparator.comparingInt((Task task) -> priority(task)).reversed())
            .toList();
    var usage = new QuotaUsage();
    int left = job.minAvailable();
    int ofTasks = tasks.stream().mapToInt(JobGroup::minimum).sum();
    if (left < ofTasks) {
      for (Task task : tasks) {
        left -= add(usage, task, Math.min(task.replicas(), left));
      }
      return usage.total();
    }
    for (Task task : tasks) {
      left -= add(usage, task, minimum(task));
    }
    for (Task task : tasks) {
      left -= add(usage, task, Math.min(task.replicas() - minimum(task), left));
    }
    return usage.total();
  }

  private static int add(QuotaUsage usage, Task task, int pods) {
    usage.add(task.spec(), Math.max(0, pods));
    return Math.max(0, pods);
  }

  private int priority(Task task) {
    String name = task.spec().priorityClassName();
    @Nullable PriorityClass found =
        name.isEmpty() ? null : store.find(PriorityClass.class, ObjectKind.PRIORITY_CLASS, name);
    return found == null ? 0 : found.value();
  }
}
