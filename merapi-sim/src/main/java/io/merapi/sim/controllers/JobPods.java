package io.merapi.sim.controllers;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.batch.VolcanoJob.Partition;
import io.merapi.api.batch.VolcanoJob.Task;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.PodStatus;
import java.util.List;
import java.util.Map;

/** Makes the pods of a job. */
final class JobPods {

  private static final String JOB_NAMESPACE = "volcano.sh/job-namespace";

  /** Annotations of a job that its pods have too. */
  private static final List<String> INHERITED_ANNOTATIONS =
      List.of(
          VolcanoKeys.PREEMPTABLE,
          VolcanoKeys.COOLDOWN_TIME,
          VolcanoKeys.REVOCABLE_ZONE,
          VolcanoKeys.JDB_MIN_AVAILABLE,
          VolcanoKeys.JDB_MAX_UNAVAILABLE);

  /** Labels of a job that its pods have too. */
  private static final List<String> INHERITED_LABELS =
      List.of(VolcanoKeys.PREEMPTABLE, VolcanoKeys.COOLDOWN_TIME);

  private JobPods() {}

  static String name(VolcanoJob job, Task task, int index) {
    return "%s-%s-%d".formatted(job.name(), task.name(), index);
  }

  /**
   * A pod of a task.
   *
   * @param retries how often the job was restarted
   */
  static Pod make(VolcanoJob job, Task task, int index, int retries) {
    ObjectMeta meta =
        ObjectMeta.named(job.namespace(), name(job, task, index))
            .withLabels(labels(job, task, index))
            .withAnnotations(annotations(job, task, index, retries))
            .withOwners(List.of(job.asController()));
    return new Pod(meta, "", spec(job, task), PodStatus.UNREPORTED);
  }

  private static PodSpec spec(VolcanoJob job, Task task) {
    PodSpec spec = task.spec();
    PodSpec prioritized =
        spec.priorityClassName().isEmpty() ? spec.withPriorityClass(job.priorityClassName()) : spec;
    return spec.schedulerName().isEmpty()
        ? prioritized.withScheduling(job.schedulerName(), spec.priority(), spec.preemptionPolicy())
        : prioritized;
  }

  private static Labels annotations(VolcanoJob job, Task task, int index, int retries) {
    Map<String, String> all = task.annotations().toMap();
    all.put(VolcanoKeys.TASK_INDEX, Integer.toString(index));
    all.put(VolcanoKeys.TASK_SPEC, task.name());
    all.put(VolcanoKeys.GROUP_NAME, JobGroup.name(job));
    all.put(VolcanoKeys.JOB_NAME, job.name());
    all.put(VolcanoKeys.JOB_QUEUE_NAME, job.queue());
    all.put(VolcanoKeys.JOB_VERSION, Integer.toString(retries));
    all.put(VolcanoKeys.TEMPLATE_UID, job.name() + "-" + task.name());
    all.put(VolcanoKeys.JOB_RETRY_COUNT, Integer.toString(retries));
    if (!task.topologyPolicy().isEmpty()) {
      all.put(VolcanoKeys.NUMA_TOPOLOGY_POLICY, task.topologyPolicy());
    }
    inherit(job.meta().annotations(), INHERITED_ANNOTATIONS, all);
    if (job.meta().annotations().has(VolcanoKeys.JDB_MIN_AVAILABLE)) {
      all.remove(VolcanoKeys.JDB_MAX_UNAVAILABLE);
    }
    return Labels.of(all);
  }

  private static Labels labels(VolcanoJob job, Task task, int index) {
    Map<String, String> all = task.labels().toMap();
    all.put(VolcanoKeys.TASK_INDEX, Integer.toString(index));
    all.put(VolcanoKeys.JOB_NAME, job.name());
    all.put(VolcanoKeys.TASK_SPEC, task.name());
    all.put(JOB_NAMESPACE, job.meta().namespace());
    all.put(VolcanoKeys.JOB_QUEUE_NAME, job.queue());
    inherit(job.meta().labels(), INHERITED_LABELS, all);
    Partition partition = task.partition();
    if (partition != null) {
      int number = partition.size() <= 0 ? 0 : index / partition.size();
      all.put(VolcanoKeys.PARTITION_ID, Integer.toString(number));
    }
    return Labels.of(all);
  }

  private static void inherit(Labels from, List<String> keys, Map<String, String> to) {
    for (String key : keys) {
      String value = from.get(key);
      if (value != null) {
        to.put(key, value);
      }
    }
  }
}
