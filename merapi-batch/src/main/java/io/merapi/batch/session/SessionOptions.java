package io.merapi.batch.session;

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
 * @param ignoredDevices scalars that device plugins of the scheduler account for themselves
 */
public record SessionOptions(
    List<String> schedulerNames,
    String defaultQueue,
    List<String> nodeSelectors,
    boolean priorityClasses,
    Set<String> ignoredProvisioners,
    Set<String> ignoredDevices) {

  public static final SessionOptions DEFAULTS =
      new SessionOptions(List.of("volcano"), "default", List.of(), true, Set.of(), Set.of());

  public SessionOptions {
    schedulerNames = List.copyOf(schedulerNames);
    nodeSelectors = List.copyOf(nodeSelectors);
    ignoredProvisioners = Set.copyOf(ignoredProvisioners);
    ignoredDevices = Set.copyOf(ignoredDevices);
  }
}
