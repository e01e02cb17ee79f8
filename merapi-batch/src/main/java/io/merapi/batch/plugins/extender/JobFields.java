package io.merapi.batch.plugins.extender;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.SubJob;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskGroup;
import io.merapi.api.session.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Jobs as Volcano's {@code JobInfo} has them: every task stands in four places. */
final class JobFields {

  private final Session session;
  private final ObjectFields objects;
  private final TaskFields tasks;

  JobFields(Session session, ObjectFields objects, TaskFields tasks) {
    this.session = session;
    this.objects = objects;
    this.tasks = tasks;
  }

  Map<String, @Nullable Object> of(Job job) {
    var written = new LinkedHashMap<String, @Nullable Object>();
    job.tasks().forEach(task -> written.put(task.uid(), tasks.of(task)));
    var subJobs = new LinkedHashMap<String, @Nullable Object>();
    var subJobOf = new LinkedHashMap<String, @Nullable Object>();
    for (SubJob part : job.subJobs()) {
      subJobs.put(part.uid(), subJob(part, written));
      part.tasks().forEach(task -> subJobOf.put(task.uid(), part.uid()));
    }
    var unfit = new LinkedHashMap<String, @Nullable Object>();
    job.unfitTasks().forEach(task -> unfit.put(task.uid(), Map.of()));
    Duration waiting = job.waitingTime();
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("UID", job.key());
    fields.put("PgUID", job.podGroup().meta().uid());
    fields.put("Name", job.name());
    fields.put("Namespace", job.namespace());
    fields.put("Queue", job.queue());
    fields.put("Priority", job.priority());
    fields.put("MinAvailable", job.minAvailable());
    fields.put("WaitingTime", waiting == null ? null : waiting.toNanos());
    fields.put("JobFitErrors", "");
    fields.put("NodesFitErrors", unfit);
    fields.put("AllocatedHyperNode", job.allocatedHyperNode());
    fields.put("NetworkTopology", topology(job.networkTopology()));
    fields.put("SubJobs", subJobs);
    fields.put("TaskToSubJob", subJobOf);
    fields.put("MinSubJobs", job.minSubJobs());
    fields.put("TaskStatusIndex", byStatus(job, written));
    fields.put("Tasks", written);
    fields.put("TaskMinAvailable", job.roleMinimums());
    fields.put(
        "TaskMinAvailableTotal",
        job.roleMinimums().values().stream().mapToInt(Integer::intValue).sum());
    fields.put("Allocated", TaskFields.resources(job.allocated()));
    fields.put("TotalRequest", TaskFields.resources(job.totalRequest()));
    fields.put("CreationTimestamp", time(job.podGroup().meta().creationTimestamp()));
    fields.put("PodGroup", objects.podGroup(job));
    fields.put("ScheduleStartTimestamp", time(session.jobsConsideredAt()));
    fields.put("Preemptable", job.preemptable());
    fields.put("RevocableZone", job.revocableZone());
    fields.put(
        "Budget",
        Map.of(
            "MinAvailable", job.budget().minAvailable(),
            "MaxUnavailable", job.budget().maxUnavailable()));
    return fields;
  }

  /** A time as Kubernetes writes it, to the second. */
  private static @Nullable String time(@Nullable Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static Map<String, @Nullable Object> subJob(
      SubJob part, Map<String, @Nullable Object> written) {
    var members = new LinkedHashMap<String, @Nullable Object>();
    part.tasks().forEach(task -> members.put(task.uid(), written.get(task.uid())));
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("GID", part.groupUid());
    fields.put("UID", part.uid());
    fields.put("Job", part.job().key());
    fields.put("MinAvailable", part.minAvailable());
    fields.put("Priority", part.priority());
    fields.put("MatchIndex", part.matchIndex());
    fields.put("Tasks", members);
    fields.put("TaskStatusIndex", byStatus(part, written));
    fields.put("AllocatedHyperNode", part.allocatedHyperNode());
    fields.put("NominatedHyperNode", part.nominatedHyperNode());
    fields.put("NetworkTopology", topology(part.networkTopology()));
    return fields;
  }

  private static Map<String, @Nullable Object> byStatus(
      TaskGroup group, Map<String, @Nullable Object> written) {
    var index = new LinkedHashMap<String, @Nullable Object>();
    for (TaskStatus status : TaskStatus.values()) {
      var those = new LinkedHashMap<String, @Nullable Object>();
      for (Task task : group.tasks(status)) {
        those.put(task.uid(), written.get(task.uid()));
      }
      if (!those.isEmpty()) {
        index.put(String.valueOf(TaskFields.number(status)), those);
      }
    }
    return index;
  }

  private static @Nullable Map<String, Object> topology(@Nullable NetworkTopology topology) {
    if (topology == null) {
      return null;
    }
    var fields = new LinkedHashMap<String, Object>();
    if (topology.mode() != NetworkTopology.Mode.UNSET) {
      fields.put("mode", topology.mode().text());
    }
    Integer highest = topology.highestTierAllowed();
    if (highest != null) {
      fields.put("highestTierAllowed", highest);
    }
    if (!topology.highestTierName().isEmpty()) {
      fields.put("highestTierName", topology.highestTierName());
    }
    return fields;
  }
}
