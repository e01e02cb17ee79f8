package io.merapi.sim.controllers;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.batch.VolcanoJob.Policy;
import io.merapi.api.batch.VolcanoJob.Task;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.sim.cluster.ObjectStore;
import io.merapi.sim.cluster.SimulatedCluster;
import io.merapi.sim.time.VirtualTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps for every Volcano Job a pod group and, once that is admitted, the pods of its tasks. */
final class JobController {

  private static final int DEFAULT_RETRIES = 3;

  private final VirtualTime time;
  private final SimulatedCluster cluster;
  private final ObjectStore store;
  private final String schedulerName;
  private final JobGroup groups;
  private final Map<String, Run> runs = new HashMap<>();

  /**
   * @param schedulerName of jobs that name none
   */
  JobController(VirtualTime time, SimulatedCluster cluster, String schedulerName) {
    this.time = time;
    this.cluster = cluster;
    this.store = cluster.store();
    this.schedulerName = schedulerName;
    this.groups = new JobGroup(store);
    store.watch(this::see);
  }

  private void see(ObjectEvent event) {
    switch (event) {
      case ObjectEvent.Applied(VolcanoJob job) -> time.execute(() -> begin(job.key()));
      case ObjectEvent.Applied(PodGroup group) -> of(group.meta(), this::sync);
      case ObjectEvent.Applied(Pod pod) when pod.terminated() ->
          of(pod.meta(), run -> ended(run, pod));
      case ObjectEvent.Deleted(Pod pod) -> of(pod.meta(), run -> lost(run, pod));
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  /** Does something for the job that owns an object, in this moment but not in the event. */
  private void of(ObjectMeta owned, Reaction reaction) {
    OwnerReference owner = owned.controller().orElse(null);
    Run run = owner == null ? null : runs.get(owner.uid());
    if (run != null) {
      time.execute(() -> reaction.to(run));
    }
  }

  private interface Reaction {
    void to(Run run);
  }

  private void begin(String key) {
    VolcanoJob job = store.find(VolcanoJob.class, ObjectKind.VOLCANO_JOB, key);
    if (job != null && !runs.containsKey(job.meta().uid())) {
      var run = new Run(completed(job));
      runs.put(job.meta().uid(), run);
      makeGroup(run);
    }
  }

  /** The job with what the webhook of Volcano fills in. */
  private VolcanoJob completed(VolcanoJob job) {
    var tasks = new ArrayList<Task>();
    int minimum = 0;
    for (Task task : job.tasks()) {
      Task named =
          new Task(
              task.name().isEmpty() ? "default" + tasks.size() : task.name(),
              task.replicas(),
              JobGroup.minimum(task),
              task.labels(),
              task.annotations(),
              task.spec(),
              task.policies(),
              task.topologyPolicy(),
              task.partition());
      tasks.add(named);
      minimum += JobGroup.minimum(named);
    }
    return new VolcanoJob(
        job.meta(),
        job.schedulerName().isEmpty() ? schedulerName : job.schedulerName(),
        job.minAvailable() == 0 ? minimum : job.minAvailable(),
        tasks,
        job.policies(),
        job.queue().isEmpty() ? "default" : job.queue(),
        job.priorityClassName(),
        job.maxRetry() == 0 ? DEFAULT_RETRIES : job.maxRetry(),
        job.networkTopology());
  }

  private void makeGroup(Run run) {
    cluster.arrive(groups.of(run.job));
  }

  /** Makes the pods that are missing, if the group was admitted. */
  private void sync(Run run) {
    PodGroup group = store.find(PodGroup.class, ObjectKind.POD_GROUP, JobGroup.key(run.job));
    if (run.over || group == null) {
      return;
    }
    PodGroupPhase phase = group.status().phase();
    if (phase == PodGroupPhase.UNSET || phase == PodGroupPhase.PENDING) {
      return;
    }
    for (Task task : run.job.tasks()) {
      for (int index = 0; index < task.replicas(); index++) {
        if (pod(run, JobPods.name(run.job, task, index)) == null) {
          cluster.arrive(JobPods.make(run.job, task, index, run.retries));
        }
      }
    }
  }

  /** A pod is gone: by the hand of this controller, or evicted. */
  private void lost(Run run, Pod pod) {
    if (run.killed.remove(pod.identity())) {
      if (run.restarting && pods(run).isEmpty()) {
        run.restarting = false;
        makeGroup(run);
      } else {
        sync(run);
      }
      return;
    }
    if (run.over || run.restarting) {
      return;
    }
    switch (action(run, pod, "PodEvicted")) {
      case "RestartJob" -> restart(run);
      case "RestartTask" -> {
        String task = task(pod);
        pods(run).stream()
            .filter(other -> task(other).equals(task))
            .forEach(other -> kill(run, other));
        sync(run);
      }
      case "AbortJob", "TerminateJob" -> end(run);
      default -> sync(run);
    }
  }

  private void restart(Run run) {
    run.retries++;
    if (run.retries >= run.job.maxRetry()) {
      end(run);
      return;
    }
    run.restarting = true;
    store.delete(ObjectKind.POD_GROUP, JobGroup.key(run.job));
    List<Pod> pods = pods(run);
    pods.forEach(pod -> kill(run, pod));
    if (pods.isEmpty()) {
      run.restarting = false;
      makeGroup(run);
    }
  }

  private void ended(Run run, Pod pod) {
    if (run.over || pod.status().phase() != PodPhase.SUCCEEDED) {
      return;
    }
    if (succeeded(run, task(pod)) && action(run, pod, "TaskCompleted").equals("CompleteJob")) {
      end(run);
    } else if (run.job.tasks().stream().allMatch(task -> succeeded(run, task.name()))) {
      run.over = true;
    }
  }

  private boolean succeeded(Run run, String taskName) {
    for (Task task : run.job.tasks()) {
      for (int index = 0; task.name().equals(taskName) && index < task.replicas(); index++) {
        Pod pod = pod(run, JobPods.name(run.job, task, index));
        if (pod == null || pod.status().phase() != PodPhase.SUCCEEDED) {
          return false;
        }
      }
    }
    return true;
  }

  /** The job is over: what is left of it goes. */
  private void end(Run run) {
    run.over = true;
    store.delete(ObjectKind.POD_GROUP, JobGroup.key(run.job));
    pods(run).stream().filter(pod -> !pod.terminated()).forEach(pod -> kill(run, pod));
  }

  private void kill(Run run, Pod pod) {
    run.killed.add(pod.identity());
    cluster.terminate(pod);
  }

  /** What the policies of the task, or else of the job, say of an event. */
  private static String action(Run run, Pod pod, String event) {
    Stream<Policy> ofTask =
        run.job.tasks().stream()
            .filter(task -> task.name().equals(task(pod)))
            .flatMap(task -> task.policies().stream());
    return Stream.concat(ofTask, run.job.policies().stream())
        .filter(policy -> policy.covers(event))
        .map(Policy::action)
        .findFirst()
        .orElse("SyncJob");
  }

  private static String task(Pod pod) {
    return pod.meta().annotations().getOrDefault(VolcanoKeys.TASK_SPEC, "");
  }

  private @Nullable Pod pod(Run run, String name) {
    return store.find(Pod.class, ObjectKind.POD, run.job.meta().namespace() + "/" + name);
  }

  private List<Pod> pods(Run run) {
    var pods = new ArrayList<Pod>();
    for (Task task : run.job.tasks()) {
      for (int index = 0; index < task.replicas(); index++) {
        Pod pod = pod(run, JobPods.name(run.job, task, index));
        if (pod != null) {
          pods.add(pod);
        }
      }
    }
    return pods;
  }

  /** A job and what has become of it. */
  private static final class Run {
    final VolcanoJob job;
    final Set<String> killed = new HashSet<>();
    int retries;
    boolean restarting;
    boolean over;

    Run(VolcanoJob job) {
      this.job = job;
    }
  }
}
