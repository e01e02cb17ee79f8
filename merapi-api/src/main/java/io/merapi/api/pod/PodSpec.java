package io.merapi.api.pod;

import io.merapi.api.meta.Labels;
import io.merapi.api.resource.ResourceList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the pods of one template have in common; equal specs are shared between pods.
 *
 * @param schedulerName the scheduler responsible; empty where the object does not say
 * @param priority absent where no admission has filled it in
 * @param preemptionPolicy {@code PreemptLowerPriority}, {@code Never} or empty
 * @param overhead what the sandbox costs beyond the containers
 * @param resources requests and limits of the pod as a whole; absent where only its containers
 *     state them
 * @param nodeSelector absent where the object does not say; present without labels, it matches
 *     every node
 * @param hostUsers absent where the object does not say
 * @param os the {@code spec.os.name}; empty where the object does not say
 */
public record PodSpec(
    String schedulerName,
    @Nullable Integer priority,
    String priorityClassName,
    String preemptionPolicy,
    List<Container> containers,
    List<Container> initContainers,
    ResourceList overhead,
    @Nullable ResourceRequirements resources,
    @Nullable Labels nodeSelector,
    Affinity affinity,
    List<Toleration> tolerations,
    List<TopologySpreadConstraint> topologySpreadConstraints,
    List<Volume> volumes,
    List<PodResourceClaim> resourceClaims,
    List<String> schedulingGates,
    boolean hostNetwork,
    @Nullable Boolean hostUsers,
    String restartPolicy,
    String os) {

  public static final String DEFAULT_SCHEDULER_NAME = "default-scheduler";

  public PodSpec {
    containers = List.copyOf(containers);
    initContainers = List.copyOf(initContainers);
    tolerations = List.copyOf(tolerations);
    topologySpreadConstraints = List.copyOf(topologySpreadConstraints);
    volumes = List.copyOf(volumes);
    resourceClaims = List.copyOf(resourceClaims);
    schedulingGates = List.copyOf(schedulingGates);
  }

  /** The same spec for another scheduler, or with another priority. */
  public PodSpec withScheduling(
      String newSchedulerName, @Nullable Integer newPriority, String newPreemptionPolicy) {
    return copy(
        newSchedulerName, newPriority, priorityClassName, newPreemptionPolicy, schedulingGates);
  }

  /** The same spec with another priority class, by name. */
  public PodSpec withPriorityClass(String name) {
    return copy(schedulerName, priority, name, preemptionPolicy, schedulingGates);
  }

  /** The same spec without one of its scheduling gates. */
  public PodSpec withoutGate(String gate) {
    List<String> left = schedulingGates.stream().filter(name -> !name.equals(gate)).toList();
    return copy(schedulerName, priority, priorityClassName, preemptionPolicy, left);
  }

  /** The same spec but for the names of claims; the same instance where it names none. */
  PodSpec withoutClaimNames() {
    boolean named =
        volumes.stream().anyMatch(Volume::namesClaim)
            || resourceClaims.stream().anyMatch(claim -> !claim.claimName().isEmpty());
    return !named
        ? this
        : new PodSpec(
            schedulerName,
            priority,
            priorityClassName,
            preemptionPolicy,
            containers,
            initContainers,
            overhead,
            resources,
            nodeSelector,
            affinity,
            tolerations,
            topologySpreadConstraints,
            volumes.stream().map(Volume::withoutClaimName).toList(),
            resourceClaims.stream().map(PodResourceClaim::withoutClaimName).toList(),
            schedulingGates,
            hostNetwork,
            hostUsers,
            restartPolicy,
            os);
  }

  private PodSpec copy(
      String newSchedulerName,
      @Nullable Integer newPriority,
      String newPriorityClass,
      String newPreemptionPolicy,
      List<String> newGates) {
    return new PodSpec(
        newSchedulerName,
        newPriority,
        newPriorityClass,
        newPreemptionPolicy,
        containers,
        initContainers,
        overhead,
        resources,
        nodeSelector,
        affinity,
        tolerations,
        topologySpreadConstraints,
        volumes,
        resourceClaims,
        newGates,
        hostNetwork,
        hostUsers,
        restartPolicy,
        os);
  }

  /** The scheduler responsible, with the API server's default where none is set. */
  public String schedulerNameOrDefault() {
    return schedulerName.isEmpty() ? DEFAULT_SCHEDULER_NAME : schedulerName;
  }

  /** The priority, or 0 where none is set. */
  public int priorityOrZero() {
    return priority == null ? 0 : priority;
  }
}
