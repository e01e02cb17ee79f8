package io.merapi.api.batch;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.PodSpec;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Volcano Job: what controllers make a {@link PodGroup} and its pods from. Scheduling itself
 * never reads it.
 *
 * @param minAvailable how many pods must start together; 0 where the object does not say
 * @param queue empty where the object does not say
 * @param maxRetry how often the job may be restarted; 0 where the object does not say
 */
public record VolcanoJob(
    ObjectMeta meta,
    String schedulerName,
    int minAvailable,
    List<Task> tasks,
    List<Policy> policies,
    String queue,
    String priorityClassName,
    int maxRetry,
    @Nullable NetworkTopology networkTopology)
    implements ClusterObject {

  public VolcanoJob {
    tasks = List.copyOf(tasks);
    policies = List.copyOf(policies);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.VOLCANO_JOB;
  }

  /** The same job with other metadata. */
  public VolcanoJob withMeta(ObjectMeta newMeta) {
    return new VolcanoJob(
        newMeta,
        schedulerName,
        minAvailable,
        tasks,
        policies,
        queue,
        priorityClassName,
        maxRetry,
        networkTopology);
  }

  /** The same job with other tasks. */
  public VolcanoJob withTasks(List<Task> newTasks) {
    return withTasks(minAvailable, newTasks);
  }

  /** The same job with other tasks, of which another number must start together. */
  public VolcanoJob withTasks(int newMinAvailable, List<Task> newTasks) {
    return new VolcanoJob(
        meta,
        schedulerName,
        newMinAvailable,
        newTasks,
        policies,
        queue,
        priorityClassName,
        maxRetry,
        networkTopology);
  }

  /**
   * Pods that are alike.
   *
   * @param name empty where the object does not say
   * @param minAvailable how many of them must start together; absent where the object does not say
   * @param labels of the template
   * @param annotations of the template
   * @param spec of the template
   * @param topologyPolicy for NUMA nodes; empty for none
   * @param partition how the pods fall into partitions; absent where they do not
   */
  public record Task(
      String name,
      int replicas,
      @Nullable Integer minAvailable,
      Labels labels,
      Labels annotations,
      PodSpec spec,
      List<Policy> policies,
      String topologyPolicy,
      @Nullable Partition partition) {

    public Task {
      policies = List.copyOf(policies);
    }

    /** The same task with another number of pods. */
    public Task withReplicas(int newReplicas, @Nullable Integer newMinAvailable) {
      return new Task(
          name,
          newReplicas,
          newMinAvailable,
          labels,
          annotations,
          spec,
          policies,
          topologyPolicy,
          partition);
    }

    /** The same task with other annotations of its pods. */
    public Task withAnnotations(Labels newAnnotations) {
      return new Task(
          name,
          replicas,
          minAvailable,
          labels,
          newAnnotations,
          spec,
          policies,
          topologyPolicy,
          partition);
    }
  }

  /**
   * How the pods of a task fall into partitions.
   *
   * @param size how many pods a partition has
   * @param minimum how many partitions must start together; 0 where the object does not say
   * @param networkTopology absent where a partition may lie anywhere
   */
  public record Partition(
      int total, int size, int minimum, @Nullable NetworkTopology networkTopology) {}

  /**
   * What is done when something happens to a pod.
   *
   * @param events such as {@code PodEvicted}; {@code *} for any
   * @param action such as {@code RestartJob}
   */
  public record Policy(Set<String> events, String action) {

    public Policy {
      events = Set.copyOf(events);
    }

    /** Whether it says what to do about an event. */
    public boolean covers(String event) {
      return events.contains(event) || events.contains("*");
    }
  }
}
