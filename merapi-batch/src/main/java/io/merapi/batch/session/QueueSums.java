package io.merapi.batch.session;

import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.batch.job.JobState;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One amount of jobs, added up by queue. Jobs are asked once as the cluster has them; those that a
 * session has altered are asked every time, until they start over.
 *
 * <p>See {@link io.merapi.api.session.Session#sumByQueue}.
 */
final class QueueSums {

  private final ResourceDictionary dictionary;

  /** What jobs add up to that are as the cluster has them and were asked. */
  private final Map<String, RunningSum> byQueue = new HashMap<>();

  /** What jobs have as the cluster has them, as far as they were asked. */
  private final Map<JobState, Resources> amounts = new HashMap<>();

  /** Jobs that were not asked yet. */
  private final Set<JobState> unasked = new LinkedHashSet<>();

  /** Jobs whose amount is no whole number, which are asked every time. */
  private final Set<JobState> broken = new LinkedHashSet<>();

  QueueSums(ResourceDictionary dictionary, Collection<JobState> jobs) {
    this.dictionary = dictionary;
    unasked.addAll(jobs);
  }

  /** A job has come. */
  void add(JobState job) {
    unasked.add(job);
  }

  /** A job is not as the cluster has it from now on. */
  void leaveOut(JobState job) {
    Resources amount = amounts.get(job);
    if (amount != null) {
      sum(job).subtract(amount);
    }
  }

  /** A job that was left out is again as the cluster has it. */
  void takeBackIn(JobState job) {
    Resources amount = amounts.get(job);
    if (amount != null) {
      sum(job).add(amount);
    }
  }

  /** A job that was left out is gone. */
  void forget(JobState job) {
    amounts.remove(job);
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
   * @param altered the jobs that are not as the cluster has them
   */
  Map<String, Resources> sums(
      Collection<String> queues, Set<JobState> altered, Function<Job, Resources> amount) {
    unasked.removeIf(job -> !altered.contains(job) && keep(job, amount.apply(job)));
    var sums = new HashMap<String, ResourcesSum>();
    for (String queue : queues) {
      var sum = new ResourcesSum(dictionary);
      @Nullable RunningSum kept = byQueue.get(queue);
      if (kept != null) {
        kept.addTo(sum);
      }
      sums.put(queue, sum);
    }
    for (JobState job : broken) {
      if (!altered.contains(job)) {
        ask(job, amount, sums);
      }
    }
    altered.forEach(job -> ask(job, amount, sums));
    var result = new TreeMap<String, Resources>();
    sums.forEach((queue, sum) -> result.put(queue, sum.toResources()));
    return result;
  }

  private void ask(JobState job, Function<Job, Resources> amount, Map<String, ResourcesSum> sums) {
    sums.computeIfAbsent(job.queue(), _ -> new ResourcesSum(dictionary)).add(amount.apply(job));
  }

  private boolean keep(JobState job, Resources amount) {
    if (RunningSum.takes(amount)) {
      amounts.put(job, amount);
      sum(job).add(amount);
    } else {
      broken.add(job);
    }
    return true;
  }
}
