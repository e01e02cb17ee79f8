package io.merapi.batch.session;

import io.merapi.kube.placement.ClassMemory;
import java.util.List;
import java.util.Set;

/**
 * What the command line says of the model of a session.
 *
 * @param schedulerNames whose pods this scheduler places ({@code --scheduler-name})
 * @param defaultQueue the queue of groups that name none ({@code --default-queue})
 * @param nodeSelectors {@code key:value} labels of which a node must have one; empty for all nodes
 *     ({@code --node-selector})
 * @param priorityClasses whether groups have priorities ({@code --priority-class})
 * @param ignoredProvisioners drivers whose volumes are not counted ({@code --ignored-provisioners})
 * @param sampling how many nodes are enough to choose from
 * @param sharding how the nodes are shared with other schedulers
 * @param reference whether every node is asked about every task, straight from the definition, and
 *     nothing is kept from one session to the next; what is decided is the same
 * @param memory how much may be remembered of classes of tasks
 */
public record SessionOptions(
    List<String> schedulerNames,
    String defaultQueue,
    List<String> nodeSelectors,
    boolean priorityClasses,
    Set<String> ignoredProvisioners,
    NodeSampling sampling,
    NodeSharding sharding,
    boolean reference,
    ClassMemory memory) {

  public static final SessionOptions DEFAULTS =
      new SessionOptions(
          List.of("volcano"),
          "default",
          List.of(),
          true,
          Set.of(),
          NodeSampling.ALL_NODES,
          NodeSharding.NONE,
          false,
          ClassMemory.DEFAULT);

  public SessionOptions {
    schedulerNames = List.copyOf(schedulerNames);
    nodeSelectors = List.copyOf(nodeSelectors);
    ignoredProvisioners = Set.copyOf(ignoredProvisioners);
  }

  /** The same with another way to decide. */
  public SessionOptions withReference(boolean now) {
    return new SessionOptions(
        schedulerNames,
        defaultQueue,
        nodeSelectors,
        priorityClasses,
        ignoredProvisioners,
        sampling,
        sharding,
        now,
        memory);
  }

  /** The name that Events are reported under and replicas elect a leader under. */
  public String component() {
    return schedulerNames.size() == 1
        ? schedulerNames.getFirst()
        : DEFAULTS.schedulerNames().getFirst();
  }

  public SessionOptions withIgnoredProvisioners(Set<String> drivers) {
    return new SessionOptions(
        schedulerNames,
        defaultQueue,
        nodeSelectors,
        priorityClasses,
        drivers,
        sampling,
        sharding,
        reference,
        memory);
  }

  public SessionOptions withSampling(NodeSampling newSampling) {
    return new SessionOptions(
        schedulerNames,
        defaultQueue,
        nodeSelectors,
        priorityClasses,
        ignoredProvisioners,
        newSampling,
        sharding,
        reference,
        memory);
  }

  public SessionOptions withSharding(NodeSharding newSharding) {
    return new SessionOptions(
        schedulerNames,
        defaultQueue,
        nodeSelectors,
        priorityClasses,
        ignoredProvisioners,
        sampling,
        newSharding,
        reference,
        memory);
  }

  public SessionOptions withMemory(ClassMemory newMemory) {
    return new SessionOptions(
        schedulerNames,
        defaultQueue,
        nodeSelectors,
        priorityClasses,
        ignoredProvisioners,
        sampling,
        sharding,
        reference,
        newMemory);
  }
}
