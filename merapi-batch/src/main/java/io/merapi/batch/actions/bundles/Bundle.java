package io.merapi.batch.actions.bundles;

import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Task;
import io.merapi.batch.job.JobState;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tasks of one job that are evicted together.
 *
 * @param tasks in the order in which they would go, least important first; not empty
 * @param freed what the tasks hold
 * @param lost what the eviction costs the job: nothing where it goes on, all that it asks for where
 *     it cannot
 */
record Bundle(Kind kind, JobState job, List<Task> tasks, Resources freed, Resources lost) {

  /** What an eviction means for the job. */
  enum Kind {
    /** The job runs on without these tasks, or is below its minimum as it is. */
    SAFE,
    /** The job falls below its minimum. */
    WHOLE
  }

  Bundle {
    tasks = List.copyOf(tasks);
  }

  static Bundle safe(JobState job, List<Task> tasks) {
    ResourceDictionary dictionary = dictionary(job);
    return new Bundle(
        Kind.SAFE, job, tasks, requested(tasks, dictionary), Resources.none(dictionary));
  }

  static Bundle whole(JobState job, List<Task> tasks) {
    return new Bundle(
        Kind.WHOLE, job, tasks, requested(tasks, dictionary(job)), job.totalRequest());
  }

  private static ResourceDictionary dictionary(JobState job) {
    return job.totalRequest().dictionary();
  }

  /** What tasks ask for in sum. */
  static Resources requested(Collection<? extends Task> tasks, ResourceDictionary dictionary) {
    var sum = new ResourcesSum(dictionary);
    tasks.forEach(task -> sum.add(task.request()));
    return sum.toResources();
  }

  /** What is left where only some tasks may go: of a whole bundle all or nothing. */
  Optional<Bundle> allowing(Set<Task> allowed) {
    if (kind == Kind.WHOLE) {
      return allowed.containsAll(tasks) ? Optional.of(this) : Optional.empty();
    }
    List<Task> left = tasks.stream().filter(allowed::contains).toList();
    if (left.size() == tasks.size()) {
      return Optional.of(this);
    }
    return left.isEmpty() ? Optional.empty() : Optional.of(safe(job, left));
  }

  /** What cannot be divided further: single tasks, or all of them where the job is lost anyway. */
  List<List<Task>> units() {
    return kind == Kind.WHOLE ? List.of(tasks) : tasks.stream().map(List::of).toList();
  }
}
