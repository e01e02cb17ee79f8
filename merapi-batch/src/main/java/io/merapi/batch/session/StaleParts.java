package io.merapi.batch.session;

import io.merapi.batch.job.TaskState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What of a kept model is not as the cluster has it now, by key and by name. */
final class StaleParts {

  private final Predicate<String> isJob;
  private final Set<String> jobs = new HashSet<>();
  private final Set<String> nodes = new HashSet<>();
  private final Set<TaskState> gone = new HashSet<>();

  /** The new tasks of known jobs; those of others are all the tasks that their group has. */
  private final Map<String, List<TaskState>> made = new HashMap<>();

  /** The keys of the jobs of tasks that were made; of groups of one name the one seen last. */
  private final Map<String, String> keysByGroup = new HashMap<>();

  /**
   * @param isJob whether a key is that of a known job
   */
  StaleParts(Predicate<String> isJob) {
    this.isJob = isJob;
  }

  /** A job must be made anew; an empty key stands for none. */
  void addJob(String key) {
    if (!key.isEmpty()) {
      jobs.add(key);
    }
  }

  /** A node must be made anew; an empty name stands for none. */
  void addNode(String name) {
    if (!name.isEmpty()) {
      nodes.add(name);
    }
  }

  /** A task is no longer; its job and its node must be made anew. */
  void addGone(TaskState task) {
    gone.add(task);
    addJob(task.jobKey());
    addNode(task.pod().nodeName());
  }

  /**
   * A task is new, and so must its job be.
   *
   * @param isNewPod whether nothing was known of its pod; then its node has changed with it, and
   *     else it must be made anew
   */
  void addMade(TaskState task, boolean isNewPod) {
    String job = keyOfJob(task);
    if (isJob.test(job)) {
      made.computeIfAbsent(job, _ -> new ArrayList<>()).add(task);
    }
    addJob(job);
    if (!isNewPod) {
      addNode(task.pod().nodeName());
    }
  }

  /** The key of a task's job, the same object for most tasks of one job. */
  private String keyOfJob(TaskState task) {
    String group = task.groupName();
    String known = keysByGroup.get(group);
    if (known == null || !isKey(known, task.pod().namespace(), group)) {
      known = task.jobKey();
      keysByGroup.put(group, known);
    }
    return known;
  }

  private static boolean isKey(String key, String namespace, String name) {
    int length = namespace.length();
    return key.length() == length + 1 + name.length()
        && key.startsWith(namespace)
        && key.charAt(length) == '/'
        && key.endsWith(name);
  }

  /**
   * The tasks that a known job has now, in its order.
   *
   * @param before those that it had, in its order
   */
  List<TaskState> tasks(String job, List<TaskState> before) {
    var kept = new ArrayList<TaskState>(before.size());
    for (TaskState task : before) {
      if (!gone.contains(task)) {
        kept.add(task);
      }
    }
    List<TaskState> added = made.getOrDefault(job, new ArrayList<>());
    added.sort(TaskState.BY_CREATION);
    var now = new ArrayList<TaskState>(kept.size() + added.size());
    int read = 0;
    for (TaskState task : added) {
      int place = -Collections.binarySearch(kept, task, TaskState.BY_CREATION) - 1;
      now.addAll(kept.subList(read, place));
      now.add(task);
      read = place;
    }
    now.addAll(kept.subList(read, kept.size()));
    return now;
  }

  Set<String> jobs() {
    return jobs;
  }

  Set<String> nodes() {
    return nodes;
  }
}
