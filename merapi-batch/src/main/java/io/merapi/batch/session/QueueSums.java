package io.merapi.batch.session;

import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.batch.job.JobState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One amount of jobs, added up by queue. Settled jobs are asked once; all others every time.
 *
 * <p>See {@link io.merapi.api.session.Session#sumByQueue}.
 */
final class QueueSums {

  private final ResourceDictionary dictionary;
  private final Map<String, RunningSum> byQueue = new HashMap<>();

  /** What settled jobs have added. */
  private final Map<JobState, Resources> added = new HashMap<>();

  /** Settled jobs that were not asked yet. */
  private final Set<JobState> unasked = new LinkedHashSet<>();

  /** Settled jobs whose amount is no whole number. */
  private final Set<JobState> broken = new LinkedHashSet<>();

  QueueSums(ResourceDictionary dictionary, Collection<JobState> settled) {
    this.dictionary = dictionary;
    unasked.addAll(settled);
  }

  /** A job has settled. */
  void settled(JobState job) {
    unasked.add(job);
  }

  /** A job is gone, or not settled any more. */
  void unsettled(JobState job) {
    Resources amount = added.remove(job);
    if (amount != null) {
      sum(job).subtract(amount);
    }
    unasked.remove(job);
    broken.remove(job);
  }

  private RunningSum sum(JobState job) {
    return byQueue.computeIfAbsent(job.queue(), _ -> new RunningSum(dictionary));
  }

  /**
   * The sums as of now.
   *
   * @param queues those that have jobs
   * @param unsettled all jobs that have not settled
   */
  Map<String, Resources> sums(
      Collection<String> queues, List<JobState> unsettled, Function<Job, Resources> amount) {
    unasked.forEach(job -> keep(job, amount.apply(job)));
    unasked.clear();
    var sums = new HashMap<String, ResourcesSum>();
    for (String queue : queues) {
      var sum = new ResourcesSum(dictionary);
      @Nullable RunningSum settled = byQueue.get(queue);
      if (settled != null) {
        settled.addTo(sum);
      }
      sums.put(queue, sum);
    }
    for (Collection<JobState> jobs : List.of(new ArrayList<>(broken), unsettled)) {
      for (JobState job : jobs) {
        sums.computeIfAbsent(job.queue(), _ -> new ResourcesSum(dictionary)).add(amount.apply(job));
      }
    }
    var result = new HashMap<String, Resources>();
    sums.forEach((queue, sum) -> result.put(queue, sum.toResources()));
    return result;
  }

  private void keep(JobState job, Resources amount) {
    if (RunningSum.takes(amount)) {
      added.put(job, amount);
      sum(job).add(amount);
    } else {
      broken.add(job);
    }
  }
}
