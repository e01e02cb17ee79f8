package io.merapi.batch.tier;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A switch that a plugin of a tier may carry.
 *
 * <p>Upstream spells most of them {@code enableX} and some {@code enabledX}. Both spellings of each
 * are known here; {@link #key} is the one that upstream reads.
 */
public enum PluginSwitch {
  JOB_ORDER("enableJobOrder"),
  /** Hierarchical queues, in the plugins that know them. */
  HIERARCHY("enableHierarchy", false),
  JOB_READY("enableJobReady"),
  JOB_PIPELINED("enableJobPipelined"),
  TASK_ORDER("enableTaskOrder"),
  PREEMPTABLE("enablePreemptable"),
  RECLAIMABLE("enableReclaimable"),
  PREEMPTIVE("enablePreemptive"),
  QUEUE_ORDER("enableQueueOrder"),
  CLUSTER_ORDER("enabledClusterOrder", false),
  PREDICATE("enablePredicate"),
  BEST_NODE("enableBestNode"),
  NODE_ORDER("enableNodeOrder"),
  TARGET_JOB("enableTargetJob"),
  RESERVED_NODES("enableReservedNodes"),
  JOB_ENQUEUED("enableJobEnqueued"),
  VICTIM("enabledVictim"),
  JOB_STARVING("enableJobStarving"),
  OVERUSED("enabledOverused"),
  ALLOCATABLE("enabledAllocatable"),
  HYPER_NODE_ORDER("enabledHyperNodeOrder"),
  SUB_JOB_READY("enabledSubJobReady"),
  SUB_JOB_PIPELINED("enabledSubJobPipelined"),
  SUB_JOB_ORDER("enabledSubJobOrder"),
  HYPER_NODE_GRADIENT("enabledHyperNodeGradient");

  private static final String ENABLE = "enable";
  private static final String ENABLED = "enabled";

  private final String key;
  private final boolean byDefault;

  PluginSwitch(String key) {
    this(key, true);
  }

  PluginSwitch(String key, boolean byDefault) {
    this.key = key;
    this.byDefault = byDefault;
  }

  /** The spelling that upstream reads. */
  public String key() {
    return key;
  }

  /** The spelling that upstream passes over. */
  public String otherKey() {
    return key.startsWith(ENABLED)
        ? ENABLE + key.substring(ENABLED.length())
        : ENABLED + key.substring(ENABLE.length());
  }

  /** Whether it is on in a plugin that says nothing. */
  public boolean byDefault() {
    return byDefault;
  }

  /** The switch of either spelling. */
  public static Optional<PluginSwitch> of(String key) {
    return Arrays.stream(values())
        .filter(one -> one.key.equals(key) || one.otherKey().equals(key))
        .findFirst();
  }

  /** The switches that are on in a plugin that says nothing. */
  public static Set<PluginSwitch> defaults() {
    var defaults = EnumSet.noneOf(PluginSwitch.class);
    Arrays.stream(values()).filter(PluginSwitch::byDefault).forEach(defaults::add);
    return defaults;
  }
}
