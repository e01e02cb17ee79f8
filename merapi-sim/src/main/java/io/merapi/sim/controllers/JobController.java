package io.merapi.sim.controllers;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.batch.VolcanoJob.Policy;
import io.merapi.api.batch.VolcanoJob.Task;
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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps for every Volcano Job a pod group and, once that is admitted, the pods of its tasks; takes
 * all of them away when the job is over.
 */
final class JobController {

  private static final int DEFAULT_RETRIES = 3;

  private final VirtualTime time;
  private final SimulatedCluster cluster;
  private final ObjectStore store;
  private final String schedulerName;
  private final JobGroup groups;

  /** The jobs that are not over, by identity. */
  private final Map<String, JobRun> runs = new HashMap<>();

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
      case ObjectEvent.Deleted(VolcanoJob job) -> deleted(runs.get(job.meta().uid()));
      case ObjectEvent.Applied(PodGroup group) when admitted(group) ->
          of(group.meta(), run -> sync(run));
      case ObjectEvent.Applied(Pod pod) when pod.terminated() ->
          of(pod.meta(), run -> ended(run, pod));
      case ObjectEvent.Deleted(Pod pod) -> of(pod.meta(), run -> lost(run, pod));
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  /** Does something for the job that owns an object, in this moment but not in the event. */
  private void of(ObjectMeta owned, Reaction reaction) {
    OwnerReference owner = owned.controller().orElse(null);
    JobRun run = owner == null ? null : runs.get(owner.uid());
    if (run != null) {
      time.execute(() -> reaction.to(run));
    }
  }

  private interface Reaction {
    void to(JobRun run);
  }

  /** A user has taken a job away. */
  private void deleted(@Nullable JobRun run) {
    if (run != null) {
      time.execute(() -> end(run));
    }
  }

  private void begin(String key) {
    VolcanoJob job = store.find(VolcanoJob.class, ObjectKind.VOLCANO_JOB, key);
    if (job != null && !runs.containsKey(job.meta().uid())) {
      var run = new JobRun(completed(job));
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

  private void makeGroup(JobRun run) {
    cluster.arrive(groups.of(run.job()));
  }

  private static boolean admitted(PodGroup group) {
    PodGroupPhase phase = group.status().phase();
    return phase != PodGroupPhase.UNSET && phase != PodGroupPhase.PENDING;
  }

  /** Makes the pods that are missing, if the group was admitted. */
  private void sync(JobRun run) {
    if (run.over() || run.complete()) {
      return;
    }
    PodGroup group = store.find(PodGroup.class, ObjectKind.POD_GROUP, JobGroup.key(run.job()));
    if (group != null && admitted(group)) {
      run.makeMissing(this::arrive);
    }
  }

  /** Makes a pod, unless it came with the workload. */
  private void arrive(Pod pod) {
    if (store.find(Pod.class, ObjectKind.POD, pod.key()) == null) {
      cluster.arrive(pod);
    }
  }

  /** A pod is gone: by the hand of this controller, or evicted. */
  private void lost(JobRun run, Pod pod) {
    run.gone(pod);
    boolean killed = run.killed(pod);
    if (run.over()) {
      return;
    }
    if (run.restarting()) {
      beginAnew(run);
    } else if (killed) {
      sync(run);
    } else {
      react(run, pod, "PodEvicted");
    }
  }

  /** Begins anew as soon as no pod is left, by whatever hand. */
  private void beginAnew(JobRun run) {
    if (run.empty()) {
      run.restarted();
      makeGroup(run);
    }
  }

  /** Does what the policies say of what happened to a pod. */
  private void react(JobRun run, Pod pod, String event) {
    switch (action(run, pod, event)) {
      case "RestartJob" -> restart(run);
      case "RestartTask" -> {
        pods(run).stream()
            .filter(other -> JobRun.task(other).equals(JobRun.task(pod)))
            .forEach(other -> kill(run, other));
        sync(run);
      }
      case "RestartPod" -> {
        kill(run, pod);
        sync(run);
      }
      case "AbortJob", "TerminateJob", "CompleteJob" -> end(run);
      default -> sync(run);
    }
  }

  private void restart(JobRun run) {
    if (!run.mayRestart()) {
      end(run);
      return;
    }
    store.delete(ObjectKind.POD_GROUP, JobGroup.key(run.job()));
    pods(run).forEach(pod -> kill(run, pod));
    beginAnew(run);
  }

  /** A pod has succeeded or failed for good. */
  private void ended(JobRun run, Pod pod) {
    if (run.over() || run.restarting() || !run.end(pod)) {
      return;
    }
    boolean succeeded = pod.status().phase() == PodPhase.SUCCEEDED;
    if (!succeeded) {
      react(run, pod, "PodFailed");
    } else if (run.succeeded(JobRun.task(pod))
        && action(run, pod, "TaskCompleted").equals("CompleteJob")) {
      end(run);
    }
    if (!run.over() && !run.restarting() && run.allEnded()) {
      end(run);
    }
  }

  /** The job is over: what is left of it goes. */
  private void end(JobRun run) {
    if (run.over()) {
      return;
    }
    run.finish();
    runs.remove(run.job().meta().uid());
    store.delete(ObjectKind.POD_GROUP, JobGroup.key(run.job()));
    pods(run).forEach(cluster::terminate);
    store.delete(ObjectKind.VOLCANO_JOB, run.job().key());
  }

  private void kill(JobRun run, Pod pod) {
    run.kill(pod);
    cluster.terminate(pod);
  }

  /** What the policies of the task, or else of the job, say of an event. */
  private static String action(JobRun run, Pod pod, String event) {
    Stream<Policy> ofTask =
        run.job().tasks().stream()
            .filter(task -> task.name().equals(JobRun.task(pod)))
            .flatMap(task -> task.policies().stream());
    return Stream.concat(ofTask, run.job().policies().stream())
        .filter(policy -> policy.covers(event))
        .map(Policy::action)
        .findFirst()
        .orElse("SyncJob");
  }

  private List<Pod> pods(JobRun run) {
    var pods = new ArrayList<Pod>();
    for (String key : run.keys()) {
      Pod pod = store.find(Pod.class, ObjectKind.POD, key);
      if (pod != null) {
        pods.add(pod);
      }
    }
    return pods;
  }
}
