package io.merapi.batch.actions.bundles;

import io.merapi.api.session.SubJob;
import io.merapi.api.session.Task;
import io.merapi.batch.job.JobState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Divides tasks of a job into those that it can spare and those that it needs.
 *
 * <p>A job is a ready gang as long as it has its minimum of tasks, each role its own, and each
 * sub-group policy its minimum of ready sub-jobs. Tasks are taken away in order, the least
 * important first, as long as all three hold. A sub-job is taken for broken once it loses one task;
 * the others of a broken one cost its policy nothing more. Upstream's {@code CreateJobBundles}.
 */
final class JobBundles {

  private static final Comparator<Task> LEAST_IMPORTANT_FIRST =
      Comparator.comparingInt(Task::priority).thenComparing(Task::uid);

  private final JobState job;
  private int spareTasks;
  private final Map<String, Integer> spareOfRoles;
  private final Map<String, Integer> spareSubJobs = new HashMap<>();
  private final Set<SubJob> brokenSubJobs = new HashSet<>();

  private JobBundles(JobState job) {
    this.job = job;
    this.spareTasks = job.readyTasks() - job.minAvailable();
    this.spareOfRoles = new HashMap<>(job.roleSurplus());
    for (SubJob part : job.subJobs()) {
      if (part.ready()) {
        spareSubJobs.merge(part.groupUid(), 1, Integer::sum);
      } else {
        brokenSubJobs.add(part);
      }
    }
    job.minSubJobs().forEach((group, minimum) -> spareSubJobs.merge(group, -minimum, Integer::sum));
  }

  /**
   * The bundles of some tasks of a job, the safe one first.
   *
   * @param candidates at least one
   */
  static List<Bundle> of(JobState job, List<? extends Task> candidates) {
    List<Task> ordered =
        candidates.stream().<Task>map(task -> task).sorted(LEAST_IMPORTANT_FIRST).toList();
    return new JobBundles(job).divide(ordered);
  }

  private List<Bundle> divide(List<Task> ordered) {
    boolean brokenAlready = spareTasks < 0;
    var spared = new ArrayList<Task>();
    var needed = new ArrayList<Task>();
    for (Task task : ordered) {
      (brokenAlready || take(task) ? spared : needed).add(task);
    }
    var bundles = new ArrayList<Bundle>();
    if (!spared.isEmpty()) {
      bundles.add(Bundle.safe(job, spared));
    }
    if (!needed.isEmpty()) {
      bundles.add(Bundle.whole(job, needed));
    }
    return bundles;
  }

  /** Takes a task away if the gang stays ready without it. */
  private boolean take(Task task) {
    SubJob part = job.subJob(task);
    boolean breaks = !job.minSubJobs().isEmpty() && !brokenSubJobs.contains(part);
    if (spareTasks <= 0
        || spareOfRoles.getOrDefault(task.role(), 1) <= 0
        || (breaks && spareSubJobs.getOrDefault(part.groupUid(), 0) <= 0)) {
      return false;
    }
    spareTasks--;
    spareOfRoles.computeIfPresent(task.role(), (_, left) -> left - 1);
    if (breaks) {
      brokenSubJobs.add(part);
      spareSubJobs.merge(part.groupUid(), -1, Integer::sum);
    }
    return true;
  }
}
