package io.merapi.sim.controllers;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.workload.Deployment;
import io.merapi.api.workload.Job;
import io.merapi.api.workload.PodTemplate;
import io.merapi.api.workload.ReplicaSet;
import io.merapi.sim.cluster.ObjectStore;
import io.merapi.sim.cluster.SimulatedCluster;
import io.merapi.sim.time.Backoff;
import io.merapi.sim.time.VirtualTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The controllers of Kubernetes that make pods of Jobs and Deployments. */
public final class KubernetesControllers {

  /** How long the Job controller waits before it makes a pod in the place of one that failed. */
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(10));

  private final VirtualTime time;
  private final SimulatedCluster cluster;
  private final ObjectStore store;

  /** The jobs that are not over, by identity. */
  private final Map<String, Run> runs = new HashMap<>();

  public KubernetesControllers(VirtualTime time, SimulatedCluster cluster) {
    this.time = time;
    this.cluster = cluster;
    this.store = cluster.store();
    store.watch(this::see);
  }

  private void see(ObjectEvent event) {
    switch (event) {
      case ObjectEvent.Applied(Job job) when !runs.containsKey(job.meta().uid()) -> begin(job);
      case ObjectEvent.Deleted(Job job) when runs.containsKey(job.meta().uid()) ->
          time.execute(() -> end(job));
      case ObjectEvent.Applied(Deployment deployment) -> time.execute(() -> begin(deployment));
      case ObjectEvent.Applied(Pod pod) when pod.terminated() -> ended(pod);
      case ObjectEvent.Deleted(Pod pod) when !pod.terminated() -> lost(pod);
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  /** Makes the set that a Deployment keeps its pods with, and the pods, once. */
  private void begin(Deployment deployment) {
    var name = deployment.name() + "-rs";
    String key = deployment.namespace() + "/" + name;
    if (store.find(ReplicaSet.class, ObjectKind.REPLICA_SET, key) != null) {
      return;
    }
    PodTemplate template = deployment.template();
    store.apply(
        new ReplicaSet(
            ObjectMeta.named(deployment.namespace(), name)
                .withUid(deployment.meta().uid() + "-rs")
                .withAnnotations(deployment.meta().annotations()),
            new LabelSelector(template.labels(), List.of())));
    ClusterObject set = store.find(ReplicaSet.class, ObjectKind.REPLICA_SET, key);
    for (int index = 0; set != null && index < deployment.replicas(); index++) {
      cluster.arrive(pod(set, name + "-" + index, template));
    }
  }

  private void begin(Job job) {
    var run = new Run(job);
    runs.put(job.meta().uid(), run);
    time.execute(() -> sync(run));
  }

  /** Makes as many pods as may run at a time and are still wanted. */
  private void sync(Run run) {
    while (runs.containsKey(run.job.meta().uid())
        && run.active.size() < Math.min(run.job.parallelism(), run.wanted())) {
      Pod pod = pod(run.job, run.job.name() + "-" + run.made++, run.job.template());
      run.active.add(pod.key());
      cluster.arrive(pod);
    }
  }

  private void ended(Pod pod) {
    Run run = of(pod);
    if (run == null || !run.active.remove(pod.key())) {
      return;
    }
    if (pod.status().phase() == PodPhase.SUCCEEDED) {
      run.succeeded++;
    } else {
      run.failed++;
    }
    time.execute(() -> {
      store.delete(ObjectKind.POD, pod.key());
      if (run.wanted() <= 0 || run.failed > run.job.backoffLimit()) {
        end(run.job);
      } else if (pod.status().phase() == PodPhase.SUCCEEDED) {
        sync(run);
      } else {
        time.after(BACKOFF.after(run.failed), () -> sync(run));
      }
    });
  }

  private void lost(Pod pod) {
    Run run = of(pod);
    if (run != null && run.active.remove(pod.key())) {
      time.execute(() -> sync(run));
    }
  }

  /** The job is over: what is left of it goes. */
  private void end(Job job) {
    Run run = runs.remove(job.meta().uid());
    if (run == null) {
      return;
    }
    for (String key : run.active) {
      Pod pod = store.find(Pod.class, ObjectKind.POD, key);
      if (pod != null) {
        cluster.terminate(pod);
      }
    }
    String group = job.namespace() + "/" + PodGroupController.groupName(job.meta().uid());
    store.delete(ObjectKind.POD_GROUP, group);
    store.delete(ObjectKind.JOB, job.key());
  }

  private @Nullable Run of(Pod pod) {
    OwnerReference owner = pod.meta().controller().orElse(null);
    return owner == null ? null : runs.get(owner.uid());
  }

  private static Pod pod(ClusterObject owner, String name, PodTemplate template) {
    ObjectMeta meta =
        ObjectMeta.named(owner.namespace(), name)
            .withLabels(template.labels())
            .withAnnotations(template.annotations())
            .withOwners(List.of(owner.asController()));
    return new Pod(meta, "", template.spec(), PodStatus.UNREPORTED);
  }

  /** A job and what has become of its pods. */
  private static final class Run {
    final Job job;
    final Set<String> active = new LinkedHashSet<>();
    long made;
    int succeeded;
    int failed;

    Run(Job job) {
      this.job = job;
    }

    int wanted() {
      return job.completions() - succeeded;
    }
  }
}
