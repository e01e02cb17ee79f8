package io.merapi.batch.tier;

import io.merapi.api.session.extension.Allocatable;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.BestNode;
import io.merapi.api.session.extension.BindHandler;
import io.merapi.api.session.extension.ClusterOrder;
import io.merapi.api.session.extension.HyperNodeGradient;
import io.merapi.api.session.extension.HyperNodeOrder;
import io.merapi.api.session.extension.JobEnqueueable;
import io.merapi.api.session.extension.JobEnqueued;
import io.merapi.api.session.extension.JobOrder;
import io.merapi.api.session.extension.JobPipelined;
import io.merapi.api.session.extension.JobReady;
import io.merapi.api.session.extension.JobStarving;
import io.merapi.api.session.extension.JobValid;
import io.merapi.api.session.extension.NodeMap;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.NodeReduce;
import io.merapi.api.session.extension.Overused;
import io.merapi.api.session.extension.PrePredicate;
import io.merapi.api.session.extension.Predicate;
import io.merapi.api.session.extension.Preemptable;
import io.merapi.api.session.extension.Preemptive;
import io.merapi.api.session.extension.QueueOrder;
import io.merapi.api.session.extension.Reclaimable;
import io.merapi.api.session.extension.ReservedNodes;
import io.merapi.api.session.extension.SimulateAddTask;
import io.merapi.api.session.extension.SimulateAllocatable;
import io.merapi.api.session.extension.SimulatePredicate;
import io.merapi.api.session.extension.SimulateRemoveTask;
import io.merapi.api.session.extension.SubJobOrder;
import io.merapi.api.session.extension.SubJobPipelined;
import io.merapi.api.session.extension.SubJobReady;
import io.merapi.api.session.extension.TargetJob;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.api.session.extension.TaskOrder;
import io.merapi.api.session.extension.UnifiedEvictable;
import io.merapi.api.session.extension.VictimQueueOrder;
import io.merapi.api.session.extension.Victims;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a plugin can take part in, with the switches that let it. */
public enum ExtensionPoint {
  JOB_ORDER(JobOrder.class, PluginSwitch.JOB_ORDER),
  QUEUE_ORDER(QueueOrder.class, PluginSwitch.QUEUE_ORDER),
  VICTIM_QUEUE_ORDER(VictimQueueOrder.class),
  CLUSTER_ORDER(ClusterOrder.class, PluginSwitch.CLUSTER_ORDER),
  TASK_ORDER(TaskOrder.class, PluginSwitch.TASK_ORDER),
  SUB_JOB_ORDER(SubJobOrder.class, PluginSwitch.SUB_JOB_ORDER),
  JOB_VALID(JobValid.class),
  JOB_ENQUEUEABLE(JobEnqueueable.class, PluginSwitch.JOB_ENQUEUED),
  JOB_ENQUEUED(JobEnqueued.class, PluginSwitch.JOB_ENQUEUED),
  JOB_READY(JobReady.class, PluginSwitch.JOB_READY),
  SUB_JOB_READY(SubJobReady.class, PluginSwitch.SUB_JOB_READY),
  JOB_PIPELINED(JobPipelined.class, PluginSwitch.JOB_PIPELINED),
  SUB_JOB_PIPELINED(SubJobPipelined.class, PluginSwitch.SUB_JOB_PIPELINED),
  JOB_STARVING(JobStarving.class, PluginSwitch.JOB_STARVING),
  TARGET_JOB(TargetJob.class, PluginSwitch.TARGET_JOB),
  RESERVED_NODES(ReservedNodes.class, PluginSwitch.RESERVED_NODES),
  PRE_PREDICATE(PrePredicate.class, PluginSwitch.PREDICATE),
  PREDICATE(Predicate.class, PluginSwitch.PREDICATE),
  BEST_NODE(BestNode.class, PluginSwitch.BEST_NODE),
  NODE_ORDER(NodeOrder.class, PluginSwitch.NODE_ORDER),
  BATCH_NODE_ORDER(BatchNodeOrder.class, PluginSwitch.NODE_ORDER),
  NODE_MAP(NodeMap.class, PluginSwitch.NODE_ORDER),
  NODE_REDUCE(NodeReduce.class, PluginSwitch.NODE_ORDER),
  HYPER_NODE_ORDER(HyperNodeOrder.class, PluginSwitch.HYPER_NODE_ORDER),
  HYPER_NODE_GRADIENT(HyperNodeGradient.class, PluginSwitch.HYPER_NODE_GRADIENT),
  OVERUSED(Overused.class, PluginSwitch.OVERUSED),
  ALLOCATABLE(Allocatable.class, PluginSwitch.ALLOCATABLE),
  PREEMPTIVE(Preemptive.class, PluginSwitch.PREEMPTIVE),
  PREEMPTABLE(Preemptable.class, PluginSwitch.PREEMPTABLE),
  RECLAIMABLE(Reclaimable.class, PluginSwitch.RECLAIMABLE),
  UNIFIED_EVICTABLE(UnifiedEvictable.class),
  VICTIMS(Victims.class, PluginSwitch.VICTIM),
  SIMULATE_ALLOCATABLE(SimulateAllocatable.class, PluginSwitch.ALLOCATABLE),
  SIMULATE_PREDICATE(SimulatePredicate.class, PluginSwitch.PREDICATE),
  SIMULATE_ADD_TASK(SimulateAddTask.class, PluginSwitch.PREEMPTABLE, PluginSwitch.ALLOCATABLE),
  SIMULATE_REMOVE_TASK(
      SimulateRemoveTask.class, PluginSwitch.PREEMPTABLE, PluginSwitch.ALLOCATABLE),
  /** Allocate and deallocate events. */
  EVENTS(TaskEvents.class),
  BINDER(BindHandler.class);

  private final Class<? extends BatchPlugin> type;
  private final @Nullable PluginSwitch first;
  private final @Nullable PluginSwitch second;

  ExtensionPoint(Class<? extends BatchPlugin> type) {
    this(type, null, null);
  }

  ExtensionPoint(Class<? extends BatchPlugin> type, PluginSwitch only) {
    this(type, only, null);
  }

  ExtensionPoint(
      Class<? extends BatchPlugin> type,
      @Nullable PluginSwitch first,
      @Nullable PluginSwitch second) {
    this.type = type;
    this.first = first;
    this.second = second;
  }

  /** The points whose interfaces a class implements. */
  public static Set<ExtensionPoint> implementedBy(Class<?> plugin) {
    var points = EnumSet.noneOf(ExtensionPoint.class);
    for (ExtensionPoint point : values()) {
      if (point.type.isAssignableFrom(plugin)) {
        points.add(point);
      }
    }
    return points;
  }

  /** The interface by which a plugin takes part. */
  public Class<? extends BatchPlugin> type() {
    return type;
  }

  /** The name in upstream's style, such as {@code JobOrder}. */
  public String title() {
    return Arrays.stream(name().split("_", -1))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  /** Whether a plugin with some switches on may take part. */
  boolean permittedBy(Set<PluginSwitch> on) {
    return first == null || on.contains(first) || (second != null && on.contains(second));
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
