package io.merapi.batch.configuration;

import static io.merapi.batch.tier.ExtensionPoint.ALLOCATABLE;
import static io.merapi.batch.tier.ExtensionPoint.BATCH_NODE_ORDER;
import static io.merapi.batch.tier.ExtensionPoint.BINDER;
import static io.merapi.batch.tier.ExtensionPoint.EVENTS;
import static io.merapi.batch.tier.ExtensionPoint.HYPER_NODE_GRADIENT;
import static io.merapi.batch.tier.ExtensionPoint.HYPER_NODE_ORDER;
import static io.merapi.batch.tier.ExtensionPoint.JOB_ENQUEUEABLE;
import static io.merapi.batch.tier.ExtensionPoint.JOB_ENQUEUED;
import static io.merapi.batch.tier.ExtensionPoint.JOB_ORDER;
import static io.merapi.batch.tier.ExtensionPoint.JOB_PIPELINED;
import static io.merapi.batch.tier.ExtensionPoint.JOB_READY;
import static io.merapi.batch.tier.ExtensionPoint.JOB_STARVING;
import static io.merapi.batch.tier.ExtensionPoint.JOB_VALID;
import static io.merapi.batch.tier.ExtensionPoint.NODE_ORDER;
import static io.merapi.batch.tier.ExtensionPoint.OVERUSED;
import static io.merapi.batch.tier.ExtensionPoint.PREDICATE;
import static io.merapi.batch.tier.ExtensionPoint.PREEMPTABLE;
import static io.merapi.batch.tier.ExtensionPoint.PREEMPTIVE;
import static io.merapi.batch.tier.ExtensionPoint.PRE_PREDICATE;
import static io.merapi.batch.tier.ExtensionPoint.QUEUE_ORDER;
import static io.merapi.batch.tier.ExtensionPoint.RECLAIMABLE;
import static io.merapi.batch.tier.ExtensionPoint.SIMULATE_ADD_TASK;
import static io.merapi.batch.tier.ExtensionPoint.SIMULATE_ALLOCATABLE;
import static io.merapi.batch.tier.ExtensionPoint.SIMULATE_PREDICATE;
import static io.merapi.batch.tier.ExtensionPoint.SIMULATE_REMOVE_TASK;
import static io.merapi.batch.tier.ExtensionPoint.SUB_JOB_ORDER;
import static io.merapi.batch.tier.ExtensionPoint.SUB_JOB_PIPELINED;
import static io.merapi.batch.tier.ExtensionPoint.SUB_JOB_READY;
import static io.merapi.batch.tier.ExtensionPoint.TASK_ORDER;
import static io.merapi.batch.tier.ExtensionPoint.UNIFIED_EVICTABLE;
import static io.merapi.batch.tier.ExtensionPoint.VICTIMS;
import static io.merapi.batch.tier.ExtensionPoint.VICTIM_QUEUE_ORDER;

import io.merapi.api.plugin.Arguments;
import io.merapi.batch.plugins.binpack.BinpackArgs;
import io.merapi.batch.plugins.capacity.CapacityArgs;
import io.merapi.batch.plugins.cdp.CdpArgs;
import io.merapi.batch.plugins.conformance.ConformanceArgs;
import io.merapi.batch.plugins.deviceshare.DeviceShareArgs;
import io.merapi.batch.plugins.drf.DrfArgs;
import io.merapi.batch.plugins.extender.ExtenderArgs;
import io.merapi.batch.plugins.gang.GangArgs;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAwareArgs;
import io.merapi.batch.plugins.nodegroup.NodeGroupArgs;
import io.merapi.batch.plugins.nodeorder.NodeOrderArgs;
import io.merapi.batch.plugins.numaaware.NumaAwareArgs;
import io.merapi.batch.plugins.overcommit.OvercommitArgs;
import io.merapi.batch.plugins.pdb.PdbArgs;
import io.merapi.batch.plugins.predicates.PredicatesArgs;
import io.merapi.batch.plugins.priority.PriorityArgs;
import io.merapi.batch.plugins.proportion.ProportionArgs;
import io.merapi.batch.plugins.rescheduling.ReschedulingArgs;
import io.merapi.batch.plugins.resourcequota.ResourceQuotaArgs;
import io.merapi.batch.plugins.resourcestrategyfit.ResourceStrategyFitArgs;
import io.merapi.batch.plugins.sla.SlaArgs;
import io.merapi.batch.plugins.tasktopology.TaskTopologyArgs;
import io.merapi.batch.plugins.tdm.TdmArgs;
import io.merapi.batch.plugins.usage.UsageArgs;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** All plugins that upstream is built with, by name. */
public final class InTreePlugins {

  public static final List<PluginSpec<?>> ALL =
      List.of(
          new PluginSpec<>(
              "binpack",
              BinpackArgs.DEFAULTS,
              (in, _) -> BinpackArgs.bind(in),
              Set.of(NODE_ORDER),
              (_, option) -> option.arguments(BinpackArgs.class).weight() != 0,
              false),
          new PluginSpec<>(
              "capacity",
              CapacityArgs.DEFAULTS,
              (in, _) -> CapacityArgs.bind(in),
              Set.of(
                  QUEUE_ORDER,
                  VICTIM_QUEUE_ORDER,
                  RECLAIMABLE,
                  UNIFIED_EVICTABLE,
                  PREEMPTIVE,
                  ALLOCATABLE,
                  JOB_ENQUEUEABLE,
                  JOB_ENQUEUED,
                  PRE_PREDICATE,
                  SIMULATE_ADD_TASK,
                  SIMULATE_REMOVE_TASK,
                  SIMULATE_ALLOCATABLE,
                  EVENTS),
              (_, _) -> true,
              true),
          always("cdp", CdpArgs.DEFAULTS, CdpArgs::bind, PREEMPTABLE, RECLAIMABLE),
          always(
              "conformance",
              ConformanceArgs.DEFAULTS,
              ConformanceArgs::bind,
              PREEMPTABLE,
              RECLAIMABLE,
              UNIFIED_EVICTABLE),
          always(
              "deviceshare",
              DeviceShareArgs.DEFAULTS,
              DeviceShareArgs::bind,
              PREDICATE,
              NODE_ORDER,
              BATCH_NODE_ORDER),
          new PluginSpec<>(
              "drf",
              DrfArgs.DEFAULTS,
              (in, _) -> DrfArgs.bind(in),
              Set.of(PREEMPTABLE, QUEUE_ORDER, RECLAIMABLE, JOB_ORDER, EVENTS),
              InTreePlugins::drfRegisters,
              true),
          new PluginSpec<>(
              "extender",
              ExtenderArgs.DEFAULTS,
              (in, _) -> ExtenderArgs.bind(in),
              Set.of(
                  PREDICATE,
                  BATCH_NODE_ORDER,
                  PREEMPTABLE,
                  RECLAIMABLE,
                  JOB_ENQUEUEABLE,
                  JOB_ENQUEUED,
                  OVERUSED,
                  JOB_READY,
                  EVENTS),
              InTreePlugins::extenderRegisters,
              false),
          always(
              "gang",
              GangArgs.DEFAULTS,
              GangArgs::bind,
              JOB_VALID,
              JOB_ORDER,
              SUB_JOB_ORDER,
              JOB_READY,
              SUB_JOB_READY,
              JOB_PIPELINED,
              SUB_JOB_PIPELINED,
              JOB_STARVING,
              PREEMPTABLE,
              RECLAIMABLE,
              UNIFIED_EVICTABLE),
          always(
              "network-topology-aware",
              NetworkTopologyAwareArgs.DEFAULTS,
              NetworkTopologyAwareArgs::bind,
              HYPER_NODE_ORDER,
              BATCH_NODE_ORDER,
              HYPER_NODE_GRADIENT,
              EVENTS),
          new PluginSpec<>(
              "nodegroup",
              NodeGroupArgs.DEFAULTS,
              (in, _) -> NodeGroupArgs.bind(in),
              Set.of(NODE_ORDER, PREDICATE, EVENTS),
              (_, _) -> true,
              true),
          always(
              "nodeorder",
              NodeOrderArgs.DEFAULTS,
              NodeOrderArgs::bind,
              NODE_ORDER,
              BATCH_NODE_ORDER),
          always(
              "numa-aware",
              NumaAwareArgs.DEFAULTS,
              NumaAwareArgs::bind,
              PREDICATE,
              BATCH_NODE_ORDER,
              EVENTS),
          always(
              "overcommit",
              OvercommitArgs.DEFAULTS,
              OvercommitArgs::bind,
              JOB_ENQUEUEABLE,
              JOB_ENQUEUED),
          always("pdb", PdbArgs.DEFAULTS, PdbArgs::bind, PREEMPTABLE, RECLAIMABLE, VICTIMS),
          new PluginSpec<>(
              "predicates",
              PredicatesArgs.DEFAULTS,
              PredicatesArgs::bind,
              Set.of(
                  PRE_PREDICATE,
                  PREDICATE,
                  BATCH_NODE_ORDER,
                  SIMULATE_ADD_TASK,
                  SIMULATE_REMOVE_TASK,
                  SIMULATE_PREDICATE,
                  EVENTS,
                  BINDER),
              (_, _) -> true,
              false),
          always(
              "priority",
              PriorityArgs.DEFAULTS,
              PriorityArgs::bind,
              JOB_ORDER,
              SUB_JOB_ORDER,
              TASK_ORDER,
              JOB_STARVING,
              PREEMPTABLE,
              UNIFIED_EVICTABLE),
          always(
              "proportion",
              ProportionArgs.DEFAULTS,
              ProportionArgs::bind,
              QUEUE_ORDER,
              RECLAIMABLE,
              OVERUSED,
              PREEMPTIVE,
              ALLOCATABLE,
              JOB_ENQUEUEABLE,
              JOB_ENQUEUED,
              PRE_PREDICATE,
              SIMULATE_ADD_TASK,
              SIMULATE_REMOVE_TASK,
              SIMULATE_ALLOCATABLE,
              EVENTS),
          new PluginSpec<>(
              "rescheduling",
              ReschedulingArgs.DEFAULTS,
              (in, _) -> ReschedulingArgs.bind(in),
              Set.of(VICTIMS),
              (_, option) -> option.arguments(ReschedulingArgs.class).lowNodeUtilization() != null,
              false),
          new PluginSpec<>(
              "resource-strategy-fit",
              ResourceStrategyFitArgs.DEFAULTS,
              (in, _) -> ResourceStrategyFitArgs.bind(in),
              Set.of(PREDICATE, NODE_ORDER),
              InTreePlugins::strategyFitRegisters,
              false),
          always(
              "resourcequota",
              ResourceQuotaArgs.DEFAULTS,
              ResourceQuotaArgs::bind,
              JOB_ENQUEUEABLE,
              JOB_ENQUEUED),
          always("sla", SlaArgs.DEFAULTS, SlaArgs::bind, JOB_ORDER, JOB_ENQUEUEABLE, JOB_PIPELINED),
          always(
              "task-topology",
              TaskTopologyArgs.DEFAULTS,
              TaskTopologyArgs::bind,
              TASK_ORDER,
              NODE_ORDER,
              EVENTS),
          always(
              "tdm",
              TdmArgs.DEFAULTS,
              TdmArgs::bind,
              JOB_ORDER,
              JOB_PIPELINED,
              JOB_STARVING,
              NODE_ORDER,
              PREDICATE,
              PREEMPTABLE,
              VICTIMS),
          always("usage", UsageArgs.DEFAULTS, UsageArgs::bind, PREDICATE, NODE_ORDER, EVENTS));

  private InTreePlugins() {}

  public static Optional<PluginSpec<?>> named(String name) {
    return ALL.stream().filter(spec -> spec.name().equals(name)).findFirst();
  }

  /** All names, sorted. */
  public static List<String> names() {
    return ALL.stream().map(PluginSpec::name).sorted().toList();
  }

  private static <A extends Record> PluginSpec<A> always(
      String name, A defaults, Function<Arguments, A> binder, ExtensionPoint... points) {
    return new PluginSpec<>(
        name, defaults, (in, _) -> binder.apply(in), Set.of(points), (_, _) -> true, false);
  }

  private static boolean drfRegisters(ExtensionPoint point, PluginOption option) {
    boolean needsHierarchy = point == QUEUE_ORDER || point == RECLAIMABLE;
    return !needsHierarchy || option.on().contains(PluginSwitch.HIERARCHY);
  }

  private static boolean extenderRegisters(ExtensionPoint point, PluginOption option) {
    var verbs = option.arguments(ExtenderArgs.class).verbs();
    if (point == EVENTS) {
      // Allocations are part of all that it tells of tasks, so it follows them for any verb.
      return !verbs.equals(ExtenderArgs.Verbs.NONE);
    }
    String verb =
        switch (point) {
          case PREDICATE -> verbs.predicate();
          case BATCH_NODE_ORDER -> verbs.prioritize();
          case PREEMPTABLE -> verbs.preemptable();
          case RECLAIMABLE -> verbs.reclaimable();
          case JOB_ENQUEUEABLE -> verbs.jobEnqueueable();
          case JOB_ENQUEUED -> verbs.jobEnqueued();
          case OVERUSED -> verbs.queueOverused();
          case JOB_READY -> verbs.jobReady();
          default -> "";
        };
    return !verb.isEmpty();
  }

  private static boolean strategyFitRegisters(ExtensionPoint point, PluginOption option) {
    var args = option.arguments(ResourceStrategyFitArgs.class);
    return point == PREDICATE
        ? args.proportional().enabled()
        : args.weight() > 0 || args.scarce().weight() > 0;
  }
}
