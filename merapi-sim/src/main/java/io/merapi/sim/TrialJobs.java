package io.merapi.sim;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.simulation.ClusterBehavior;
import io.merapi.api.simulation.NodePool;
import io.merapi.api.simulation.WorkloadGenerator;
import io.merapi.api.workload.Deployment;
import io.merapi.api.workload.Job;
import io.merapi.api.workload.PodTemplate;
import io.merapi.sim.workload.GeneratedKinds;
import io.merapi.sim.workload.JobKind;
import io.merapi.sim.workload.JobKinds;
import io.merapi.sim.workload.SimulationKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The jobs of a workload that are tried for a {@link WorkloadReview}, one of each kind. */
final class TrialJobs {

  private final Scheduling scheduling;
  private final long seed;
  private final List<ClusterObject> cluster = new ArrayList<>();

  /** By what makes them alike. */
  private final Map<Object, JobKind> kinds = new LinkedHashMap<>();

  private final Map<String, String> queues = new HashMap<>();
  private boolean complete = true;

  /**
   * @param seed what chance makes jobs by
   */
  TrialJobs(Scheduling scheduling, long seed) {
    this.scheduling = scheduling;
    this.seed = seed;
  }

  void take(ClusterObject object) {
    switch (object) {
      case Pod pod when pod.assigned() || pod.terminated() -> complete = false;
      case Pod pod -> take(kind(pod, pod.spec()));
      case Job job -> take(kind(job, job.template().spec()));
      case Deployment deployment -> take(kind(deployment, deployment.template().spec()));
      case VolcanoJob job -> take(kind(job));
      case WorkloadGenerator generator -> {
        JobKinds generated = GeneratedKinds.of(generator, seed);
        generated.kinds().forEach(this::take);
        complete &= generated.complete();
      }
      case PodGroup group -> queues.put(group.key(), group.queue());
      case Node node -> cluster.add(node.withMeta(withoutPlan(node.meta())));
      case NodePool pool ->
          cluster.add(
              new NodePool(
                  withoutPlan(pool.meta()), pool.count(), pool.template(), pool.spread(), null));
      case ClusterBehavior _ -> {}
      default -> cluster.add(object);
    }
  }

  private static JobKind kind(ClusterObject object, PodSpec spec) {
    return single(object, List.of(object.namespace(), spec));
  }

  private static JobKind kind(VolcanoJob job) {
    var tasks = job.tasks().stream().map(task -> List.of(task.replicas(), task.spec())).toList();
    return single(job, List.of(job.namespace(), job.queue(), job.minAvailable(), tasks));
  }

  private static JobKind single(ClusterObject job, Object likeness) {
    return new JobKind(job, null, 1, likeness, List.of());
  }

  private void take(JobKind kind) {
    if (!canBeTried(kind.example())) {
      complete = false;
      return;
    }
    kinds.merge(
        List.of(kind.likeness(), kind.amounts()), kind, (known, more) -> known.with(more.jobs()));
  }

  private boolean canBeTried(ClusterObject job) {
    return switch (job) {
      case Pod pod -> canBeTried(pod.spec());
      case Job one -> canBeTried(one.template().spec());
      case Deployment one -> canBeTried(one.template().spec());
      case VolcanoJob one ->
          scheduling instanceof BatchScheduling
              && (one.schedulerName().isEmpty() || scheduling.serves(one.schedulerName()))
              && one.tasks().stream().allMatch(task -> alone(task.spec()));
      default -> false;
    };
  }

  private boolean canBeTried(PodSpec spec) {
    return alone(spec) && scheduling.serves(spec.schedulerNameOrDefault());
  }

  /** Whether a pod asks for nothing that others would have to bring. */
  private static boolean alone(PodSpec spec) {
    return spec.schedulingGates().isEmpty() && spec.affinity().podAffinity().required().isEmpty();
  }

  /** What is there beside jobs, all of it from the start. */
  List<ClusterObject> cluster() {
    return cluster;
  }

  Collection<JobKind> kinds() {
    return kinds.values();
  }

  /** Whether the kinds stand for all jobs of the objects. */
  boolean complete() {
    return complete;
  }

  /**
   * A job as one of that name that is soon over.
   *
   * @param departure after how long it leaves if it has not run by then
   */
  ClusterObject brief(ClusterObject job, String name, Duration departure) {
    String leaves = departure.toSeconds() + "s";
    return switch (job) {
      case Pod one ->
          leaving(pod(one.meta(), one.meta().labels(), brief(one), one.spec(), name), leaves);
      case Job one -> leaving(pod(one.meta(), one.template(), name), leaves);
      case Deployment one -> leaving(pod(one.meta(), one.template(), name), leaves);
      case VolcanoJob one -> {
        VolcanoJob brief = brief(one, name);
        yield brief.withMeta(leaving(brief.meta(), leaves));
      }
      default -> throw new IllegalStateException("no job: " + job.kind());
    };
  }

  /** A pod that belongs to a group is tried alone, in the queue of its group. */
  private Labels brief(Pod pod) {
    Map<String, String> annotations = brief(pod.meta().annotations()).toMap();
    String group = annotations.remove(VolcanoKeys.GROUP_NAME);
    String queue = group == null ? "" : queues.getOrDefault(pod.namespace() + "/" + group, "");
    if (!queue.isEmpty()) {
      annotations.put(VolcanoKeys.QUEUE_NAME, queue);
    }
    return Labels.of(annotations);
  }

  private static Pod pod(ObjectMeta owner, PodTemplate template, String name) {
    return pod(owner, template.labels(), brief(template.annotations()), template.spec(), name);
  }

  private static Pod pod(
      ObjectMeta owner, Labels labels, Labels annotations, PodSpec spec, String name) {
    ObjectMeta meta =
        ObjectMeta.named(owner.namespace(), name).withLabels(labels).withAnnotations(annotations);
    return new Pod(meta, "", spec, PodStatus.UNREPORTED);
  }

  private static VolcanoJob brief(VolcanoJob job, String name) {
    var tasks =
        job.tasks().stream().map(task -> task.withAnnotations(brief(task.annotations()))).toList();
    return job.withMeta(withoutPlan(job.meta()).withName(name)).withTasks(tasks);
  }

  private static Pod leaving(Pod pod, String departure) {
    return pod.withMeta(leaving(pod.meta(), departure));
  }

  private static ObjectMeta leaving(ObjectMeta meta, String departure) {
    return meta.withAnnotations(meta.annotations().with(SimulationKeys.DEPARTURE, departure));
  }

  private static Labels brief(Labels annotations) {
    return withoutPlan(annotations).with(SimulationKeys.RUN_TIME, "1s");
  }

  private static ObjectMeta withoutPlan(ObjectMeta meta) {
    return meta.withAnnotations(withoutPlan(meta.annotations()));
  }

  private static Labels withoutPlan(Labels annotations) {
    Map<String, String> kept = annotations.toMap();
    kept.keySet().removeAll(SimulationKeys.PLANS);
    return Labels.of(kept);
  }
}
