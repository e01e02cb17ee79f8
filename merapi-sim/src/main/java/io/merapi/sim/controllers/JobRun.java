package io.merapi.sim.controllers;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.batch.VolcanoJob.Task;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A Volcano Job that is not over, and which of its pods there are. */
final class JobRun {

  private final VolcanoJob job;
  private final int pods;

  /** The pods that there are, by key, with whether they have ended. */
  private final Map<String, Boolean> made = new LinkedHashMap<>();

  private final Map<String, Integer> succeeded = new HashMap<>();
  private final Set<String> killed = new HashSet<>();
  private int ended;
  private int retries;
  private boolean restarting;
  private boolean over;

  JobRun(VolcanoJob job) {
    this.job = job;
    this.pods = job.tasks().stream().mapToInt(Task::replicas).sum();
  }

  VolcanoJob job() {
    return job;
  }

  static String task(Pod pod) {
    return pod.meta().annotations().getOrDefault(VolcanoKeys.TASK_SPEC, "");
  }

  /** Whether all of its pods are there. */
  boolean complete() {
    return made.size() == pods;
  }

  boolean empty() {
    return made.isEmpty();
  }

  List<String> keys() {
    return new ArrayList<>(made.keySet());
  }

  /** Makes the pods that are not there. */
  void makeMissing(Consumer<Pod> arrive) {
    String prefix = job.meta().namespace() + "/";
    for (Task task : job.tasks()) {
      for (int index = 0; index < task.replicas(); index++) {
        if (made.putIfAbsent(prefix + JobPods.name(job, task, index), false) == null) {
          arrive.accept(JobPods.make(job, task, index, retries));
        }
      }
    }
  }

  /** A pod is gone, and what it did with it. */
  void gone(Pod pod) {
    Boolean hadEnded = made.remove(pod.key());
    if (Boolean.TRUE.equals(hadEnded)) {
      ended--;
      if (pod.status().phase() == PodPhase.SUCCEEDED) {
        succeeded.merge(task(pod), -1, Integer::sum);
      }
    }
  }

  /** A pod has ended; whether that is news. */
  boolean end(Pod pod) {
    if (!Boolean.FALSE.equals(made.replace(pod.key(), true))) {
      return false;
    }
    ended++;
    if (pod.status().phase() == PodPhase.SUCCEEDED) {
      succeeded.merge(task(pod), 1, Integer::sum);
    }
    return true;
  }

  boolean succeeded(String taskName) {
    return job.tasks().stream()
        .filter(task -> task.name().equals(taskName))
        .allMatch(task -> succeeded.getOrDefault(taskName, 0) >= task.replicas());
  }

  boolean allEnded() {
    return ended == pods;
  }

  void kill(Pod pod) {
    killed.add(pod.identity());
  }

  /** Whether a pod that is gone was killed by its controller. */
  boolean killed(Pod pod) {
    return killed.remove(pod.identity());
  }

  /** Counts a restart; whether the job has one left. */
  boolean mayRestart() {
    retries++;
    restarting = retries < job.maxRetry();
    return restarting;
  }

  boolean restarting() {
    return restarting;
  }

  void restarted() {
    restarting = false;
  }

  boolean over() {
    return over;
  }

  void finish() {
    over = true;
  }
}
