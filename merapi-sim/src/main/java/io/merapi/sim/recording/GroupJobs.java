package io.merapi.sim.recording;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.sim.report.WaitingGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where pods are scheduled in groups: each group is a job.
 *
 * <p>A group that is made again under its name while its job is not over is that job, restarted.
 */
final class GroupJobs extends JobBook {

  /** The scheduler says so of a group without pods: why it has none was said before. */
  private static final String NO_PODS = "0/0 tasks in gang unschedulable";

  private final QueueBook queues;

  /** Of its own: minimums also name limits, which are no resources of nodes. */
  private final ResourceDictionary minimums = new ResourceDictionary();

  private final WaitingReasons reasons;
  private final Map<String, Group> open = new HashMap<>();

  /** The identities of Volcano Jobs that are there. */
  private final Set<String> owners = new HashSet<>();

  private final List<String> idle = new ArrayList<>();

  GroupJobs(QueueBook queues, WaitingReasons reasons) {
    this.queues = queues;
    this.reasons = reasons;
  }

  /** A group that exists, or whose job is not over. */
  private static final class Group {
    final JobHistory job;
    PodGroup latest;
    boolean exists = true;

    /** What the scheduler said last, while it has not started. */
    String told = "";

    Group(JobHistory job, PodGroup latest) {
      this.job = job;
      this.latest = latest;
    }

    boolean notAdmitted() {
      PodGroupPhase phase = latest.status().phase();
      return exists
          && !job.hasPods()
          && (phase == PodGroupPhase.PENDING || phase == PodGroupPhase.UNSET);
    }
  }

  @Override
  void see(PodGroup group, long now) {
    Group known = open.get(group.key());
    if (known == null) {
      known = new Group(job(group, now), group);
      open.put(group.key(), known);
      add(known.job);
    } else {
      if (!known.latest.meta().uid().equals(group.meta().uid())) {
        known.job.begunAnew();
        known.exists = true;
      }
      boolean waited = known.notAdmitted();
      known.latest = group;
      if (waited && !known.notAdmitted()) {
        reasons.notAdmitted(known.job, known.told, now);
      }
    }
    start(known.job, now);
  }

  private JobHistory job(PodGroup group, long now) {
    OwnerReference owner = group.meta().controller().orElse(null);
    var job =
        new JobHistory(
            owner == null ? group.kind().kindName() : owner.kind().intern(),
            group.meta().namespace().intern(),
            owner == null ? group.name() : owner.name(),
            queues.of(group),
            group.minMember(),
            now);
    if (group.minResources() != null) {
      job.expect(ResourceAmounts.of(group.minResources(), minimums));
    }
    return job;
  }

  @Override
  void gone(PodGroup group) {
    Group known = open.get(group.key());
    if (known != null) {
      known.exists = false;
      idle.add(group.key());
    }
  }

  @Override
  void told(PodGroup group, String message) {
    Group known = open.get(group.key());
    if (known != null && !message.startsWith(NO_PODS)) {
      known.told = known.job.hasStarted() ? "" : message;
    }
  }

  @Override
  @Nullable JobHistory of(Pod pod, long now) {
    Group group = open.get(key(pod));
    return group == null ? null : group.job;
  }

  private static String key(Pod pod) {
    return pod.namespace()
        + "/"
        + pod.meta().annotations().getOrDefault(VolcanoKeys.GROUP_NAME, "");
  }

  @Override
  void idle(Pod pod, JobHistory job) {
    idle.add(key(pod));
  }

  @Override
  void see(VolcanoJob owner) {
    owners.add(owner.meta().uid());
  }

  @Override
  void gone(VolcanoJob owner) {
    owners.remove(owner.meta().uid());
  }

  /** Its group is taken away before its pods are; a job that is there still only restarts. */
  @Override
  boolean isWoundUp(Pod pod) {
    Group group = open.get(key(pod));
    return group != null && !group.exists && group.job.hasFinishedPods() && !restarts(group);
  }

  private boolean restarts(Group group) {
    return group
        .latest
        .meta()
        .controller()
        .filter(owner -> owners.contains(owner.uid()))
        .isPresent();
  }

  @Override
  void forgetOver() {
    for (String key : idle) {
      Group group = open.get(key);
      if (group != null && !group.exists && !group.job.isAlive()) {
        open.remove(key);
        close(group.job);
      }
    }
    idle.clear();
  }

  @Override
  List<WaitingGroup> waiting(long now) {
    var waiting = new ArrayList<Group>();
    for (Group group : open.values()) {
      if (group.notAdmitted()) {
        reasons.notAdmitted(group.job, group.told, now);
      }
      if (!group.job.hasStarted()) {
        waiting.add(group);
      }
    }
    return waiting.stream()
        .sorted(
            Comparator.comparingLong((Group group) -> group.job.arrival())
                .thenComparing(group -> group.job.namespace)
                .thenComparing(group -> group.job.name))
        .map(group -> line(group, now))
        .toList();
  }

  private static WaitingGroup line(Group group, long now) {
    JobHistory job = group.job;
    String message =
        group.latest.status().conditions().stream()
            .filter(condition -> condition.type().equals("Unschedulable"))
            .map(PodGroup.Condition::message)
            .filter(stated -> !stated.isEmpty())
            .findFirst()
            .orElse(group.told);
    return new WaitingGroup(
        job.namespace + "/" + job.name,
        job.queue == null ? "" : job.queue.name,
        job.minimum(),
        group.latest.status().phase().text(),
        Duration.ofMillis(job.waited(now)),
        message);
  }
}
