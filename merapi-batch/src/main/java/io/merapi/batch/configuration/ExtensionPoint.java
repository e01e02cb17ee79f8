package io.merapi.batch.configuration;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a plugin can take part in, with the switches that let it. */
public enum ExtensionPoint {
  JOB_ORDER(PluginSwitch.JOB_ORDER),
  QUEUE_ORDER(PluginSwitch.QUEUE_ORDER),
  VICTIM_QUEUE_ORDER,
  CLUSTER_ORDER(PluginSwitch.CLUSTER_ORDER),
  TASK_ORDER(PluginSwitch.TASK_ORDER),
  SUB_JOB_ORDER(PluginSwitch.SUB_JOB_ORDER),
  JOB_VALID,
  JOB_ENQUEUEABLE(PluginSwitch.JOB_ENQUEUED),
  JOB_ENQUEUED(PluginSwitch.JOB_ENQUEUED),
  JOB_READY(PluginSwitch.JOB_READY),
  SUB_JOB_READY(PluginSwitch.SUB_JOB_READY),
  JOB_PIPELINED(PluginSwitch.JOB_PIPELINED),
  SUB_JOB_PIPELINED(PluginSwitch.SUB_JOB_PIPELINED),
  JOB_STARVING(PluginSwitch.JOB_STARVING),
  TARGET_JOB(PluginSwitch.TARGET_JOB),
  RESERVED_NODES(PluginSwitch.RESERVED_NODES),
  PRE_PREDICATE(PluginSwitch.PREDICATE),
  PREDICATE(PluginSwitch.PREDICATE),
  BEST_NODE(PluginSwitch.BEST_NODE),
  NODE_ORDER(PluginSwitch.NODE_ORDER),
  BATCH_NODE_ORDER(PluginSwitch.NODE_ORDER),
  NODE_MAP(PluginSwitch.NODE_ORDER),
  NODE_REDUCE(PluginSwitch.NODE_ORDER),
  HYPER_NODE_ORDER(PluginSwitch.HYPER_NODE_ORDER),
  HYPER_NODE_GRADIENT(PluginSwitch.HYPER_NODE_GRADIENT),
  OVERUSED(PluginSwitch.OVERUSED),
  ALLOCATABLE(PluginSwitch.ALLOCATABLE),
  PREEMPTIVE(PluginSwitch.PREEMPTIVE),
  PREEMPTABLE(PluginSwitch.PREEMPTABLE),
  RECLAIMABLE(PluginSwitch.RECLAIMABLE),
  UNIFIED_EVICTABLE,
  VICTIMS(PluginSwitch.VICTIM),
  SIMULATE_ALLOCATABLE(PluginSwitch.ALLOCATABLE),
  SIMULATE_PREDICATE(PluginSwitch.PREDICATE),
  SIMULATE_ADD_TASK(PluginSwitch.PREEMPTABLE, PluginSwitch.ALLOCATABLE),
  SIMULATE_REMOVE_TASK(PluginSwitch.PREEMPTABLE, PluginSwitch.ALLOCATABLE),
  /** Allocate and deallocate events. */
  EVENTS,
  BINDER;

  private final @Nullable PluginSwitch first;
  private final @Nullable PluginSwitch second;

  ExtensionPoint() {
    this(null, null);
  }

  ExtensionPoint(PluginSwitch only) {
    this(only, null);
  }

  ExtensionPoint(@Nullable PluginSwitch first, @Nullable PluginSwitch second) {
    this.first = first;
    this.second = second;
  }

  /** The name in upstream's style, such as {@code JobOrder}. */
  public String title() {
    return Arrays.stream(name().split("_", -1))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  /** The switches any one of which lets the plugin take part; none if nothing can keep it out. */
  public Set<PluginSwitch> switches() {
    var switches = EnumSet.noneOf(PluginSwitch.class);
    if (first != null) {
      switches.add(first);
    }
    if (second != null) {
      switches.add(second);
    }
    return switches;
  }
}
