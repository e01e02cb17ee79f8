package io.merapi.batch.session;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Job;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.JobWatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a session in order of creation, and the groups that are none for want of a queue.
 *
 * <p>A job is settled once a session has ended in which it was not touched, nothing was told of it,
 * it was admitted and no task of it was pending. It stays so until it is touched or made anew;
 * until then nothing would come of looking at it, in sessions and at their end.
 */
final class SessionJobs implements JobWatcher {

  private final Map<String, JobState> byKey = new HashMap<>();
  private final NavigableSet<JobState> inOrder = new TreeSet<>(JobState.BY_CREATION);
  private final NavigableSet<JobState> unsettled = new TreeSet<>(JobState.BY_CREATION);
  private final NavigableSet<JobState> claiming = new TreeSet<>(JobState.BY_CREATION);
  private final Map<String, NavigableSet<JobState>> byQueue = new HashMap<>();
  private final SortedMap<String, LostGroup> lost = new TreeMap<>();
  private final Map<String, QueueSums> sums = new HashMap<>();

  /** Those that the session has done something to, or told something of. */
  private final Set<JobState> touched = new LinkedHashSet<>();

  /** Those of them that are not as the cluster has them. */
  private final Set<JobState> altered = new LinkedHashSet<>();

  /** Takes a job in. */
  void add(JobState job) {
    byKey.put(job.key(), job);
    inOrder.add(job);
    unsettled.add(job);
    byQueue.computeIfAbsent(job.queue(), _ -> new TreeSet<>(JobState.BY_CREATION)).add(job);
    if (job.tasks().stream().anyMatch(task -> !task.claimedDevices().isEmpty())) {
      claiming.add(job);
    }
    sums.values().forEach(sum -> sum.add(job));
    job.watch(this);
  }

  @Override
  public void touched(JobState job) {
    touched.add(job);
    unsettled.add(job);
  }

  @Override
  public void altered(JobState job) {
    altered.add(job);
    sums.values().forEach(sum -> sum.leaveOut(job));
  }

  /** Takes in that a job that was touched is again as the cluster has it. */
  void startedOver(JobState job) {
    touched.remove(job);
    if (altered.remove(job)) {
      sums.values().forEach(sum -> sum.takeBackIn(job));
    }
    job.watch(this);
  }

  /** Takes in that a group has no queue. */
  void add(LostGroup group) {
    lost.put(group.group().key(), group);
  }

  /** Lets a job go, or a group without a queue, and hands out the job; null where it was none. */
  @Nullable JobState remove(String key) {
    lost.remove(key);
    JobState job = byKey.remove(key);
    if (job == null) {
      return null;
    }
    if (!altered.remove(job)) {
      sums.values().forEach(sum -> sum.leaveOut(job));
    }
    sums.values().forEach(sum -> sum.forget(job));
    unsettled.remove(job);
    touched.remove(job);
    inOrder.remove(job);
    claiming.remove(job);
    NavigableSet<JobState> ofQueue = byQueue.get(job.queue());
    if (ofQueue != null && ofQueue.remove(job) && ofQueue.isEmpty()) {
      byQueue.remove(job.queue());
    }
    job.disband();
    return job;
  }

  /**
   * The end of a session: jobs settle that were not touched, of which nothing is told and for which
   * there is nothing left to do.
   *
   * @param before those that were touched before anybody began to close
   * @param writer tells what has become of a job, and says whether that was anything
   */
  void settle(Set<JobState> before, Predicate<JobState> writer) {
    for (JobState job : unsettled()) {
      boolean told = writer.test(job);
      if (told || before.contains(job) || waits(job)) {
        job.touch();
      } else {
        job.forgetConditions();
        touched.remove(job);
        unsettled.remove(job);
        job.watch(this);
      }
    }
  }

  private static boolean waits(JobState job) {
    return job.count(TaskStatus.PENDING) > 0
        || switch (job.phase()) {
          case PENDING, INQUEUE, UNKNOWN, UNSET -> true;
          case RUNNING, COMPLETED -> false;
        };
  }

  @Nullable JobState get(String key) {
    return byKey.get(key);
  }

  /** All jobs in order of creation. */
  Collection<JobState> all() {
    return Collections.unmodifiableCollection(inOrder);
  }

  /** Those that have not settled, in order of creation. */
  List<JobState> unsettled() {
    return new ArrayList<>(unsettled);
  }

  /** Those that are not admitted, or have tasks that wait for a node; in order of creation. */
  List<JobState> waiting() {
    List<JobState> waiting = unsettled();
    waiting.removeIf(job ->
        !job.pending()
            && job.count(TaskStatus.PENDING) == 0
            && job.count(TaskStatus.PIPELINED) == 0);
    return waiting;
  }

  /** Those with tasks that claim devices, in order of creation. */
  Collection<JobState> claiming() {
    return Collections.unmodifiableCollection(claiming);
  }

  /** Those that the session has done something to, or told something of. */
  Set<JobState> touched() {
    return new LinkedHashSet<>(touched);
  }

  /** The names of queues with jobs, in the order of the first job of each. */
  List<String> queues() {
    return byQueue.entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getValue().first(), JobState.BY_CREATION))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** See {@link io.merapi.api.session.Session#sumByQueue}. */
  Map<String, Resources> sumByQueue(
      String name, Function<Job, Resources> amount, ResourceDictionary dictionary) {
    return sums.computeIfAbsent(name, _ -> new QueueSums(dictionary, inOrder))
        .sums(byQueue.keySet(), altered, amount);
  }

  /** Groups whose queue does not exist, by key. */
  Collection<LostGroup> lostGroups() {
    return lost.values();
  }

  /**
   * A group without a queue.
   *
   * @param queue the name of the one that it should have
   */
  record LostGroup(PodGroup group, String queue) {}
}
