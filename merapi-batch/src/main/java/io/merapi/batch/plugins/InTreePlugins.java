package io.merapi.batch.plugins;

import static io.merapi.batch.tier.ExtensionPoint.BATCH_NODE_ORDER;
import static io.merapi.batch.tier.ExtensionPoint.EVENTS;
import static io.merapi.batch.tier.ExtensionPoint.JOB_ENQUEUEABLE;
import static io.merapi.batch.tier.ExtensionPoint.JOB_ENQUEUED;
import static io.merapi.batch.tier.ExtensionPoint.JOB_READY;
import static io.merapi.batch.tier.ExtensionPoint.OVERUSED;
import static io.merapi.batch.tier.ExtensionPoint.PREDICATE;
import static io.merapi.batch.tier.ExtensionPoint.PREEMPTABLE;
import static io.merapi.batch.tier.ExtensionPoint.QUEUE_ORDER;
import static io.merapi.batch.tier.ExtensionPoint.RECLAIMABLE;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.plugins.binpack.Binpack;
import io.merapi.batch.plugins.binpack.BinpackArgs;
import io.merapi.batch.plugins.capacity.Capacity;
import io.merapi.batch.plugins.capacity.CapacityArgs;
import io.merapi.batch.plugins.cdp.Cdp;
import io.merapi.batch.plugins.cdp.CdpArgs;
import io.merapi.batch.plugins.conformance.Conformance;
import io.merapi.batch.plugins.conformance.ConformanceArgs;
import io.merapi.batch.plugins.deviceshare.DeviceShare;
import io.merapi.batch.plugins.deviceshare.DeviceShareArgs;
import io.merapi.batch.plugins.drf.Drf;
import io.merapi.batch.plugins.drf.DrfArgs;
import io.merapi.batch.plugins.extender.Extender;
import io.merapi.batch.plugins.extender.ExtenderArgs;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.gang.GangArgs;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAware;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAwareArgs;
import io.merapi.batch.plugins.nodegroup.NodeGroup;
import io.merapi.batch.plugins.nodegroup.NodeGroupArgs;
import io.merapi.batch.plugins.nodeorder.NodeOrderArgs;
import io.merapi.batch.plugins.nodeorder.NodeOrderPlugin;
import io.merapi.batch.plugins.numaaware.NumaAware;
import io.merapi.batch.plugins.numaaware.NumaAwareArgs;
import io.merapi.batch.plugins.overcommit.Overcommit;
import io.merapi.batch.plugins.overcommit.OvercommitArgs;
import io.merapi.batch.plugins.pdb.Pdb;
import io.merapi.batch.plugins.pdb.PdbArgs;
import io.merapi.batch.plugins.predicates.Predicates;
import io.merapi.batch.plugins.predicates.PredicatesArgs;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.plugins.priority.PriorityArgs;
import io.merapi.batch.plugins.proportion.Proportion;
import io.merapi.batch.plugins.proportion.ProportionArgs;
import io.merapi.batch.plugins.rescheduling.Rescheduling;
import io.merapi.batch.plugins.rescheduling.ReschedulingArgs;
import io.merapi.batch.plugins.resourcequota.ResourceQuotaArgs;
import io.merapi.batch.plugins.resourcequota.ResourceQuotaPlugin;
import io.merapi.batch.plugins.resourcestrategyfit.ResourceStrategyFit;
import io.merapi.batch.plugins.resourcestrategyfit.ResourceStrategyFitArgs;
import io.merapi.batch.plugins.sla.Sla;
import io.merapi.batch.plugins.sla.SlaArgs;
import io.merapi.batch.plugins.tasktopology.TaskTopology;
import io.merapi.batch.plugins.tasktopology.TaskTopologyArgs;
import io.merapi.batch.plugins.tdm.Tdm;
import io.merapi.batch.plugins.tdm.TdmArgs;
import io.merapi.batch.plugins.usage.Usage;
import io.merapi.batch.plugins.usage.UsageArgs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All plugins that upstream is built with, by name. */
public final class InTreePlugins {

  public static final List<InTreePlugin<?>> ALL =
      List.of(
          of(
                  Binpack.NAME,
                  Binpack.class,
                  BinpackArgs.DEFAULTS,
                  BinpackArgs::bind,
                  (args, _, session, _) -> new Binpack(args, session))
              .registering((_, option) -> option.arguments(BinpackArgs.class).weight() != 0),
          of(
                  Capacity.NAME,
                  Capacity.class,
                  CapacityArgs.DEFAULTS,
                  CapacityArgs::bind,
                  (args, on, session, _) ->
                      new Capacity(args, on.contains(PluginSwitch.HIERARCHY), session))
              .inHierarchies(),
          of(
              Cdp.NAME,
              Cdp.class,
              CdpArgs.DEFAULTS,
              CdpArgs::bind,
              (_, _, session, _) -> new Cdp(session)),
          of(
              Conformance.NAME,
              Conformance.class,
              ConformanceArgs.DEFAULTS,
              ConformanceArgs::bind,
              (_, _, _, _) -> new Conformance()),
          of(
              DeviceShare.NAME,
              DeviceShare.class,
              DeviceShareArgs.DEFAULTS,
              DeviceShareArgs::bind,
              (args, _, session, _) -> new DeviceShare(args, session)),
          of(
                  Drf.NAME,
                  Drf.class,
                  DrfArgs.DEFAULTS,
                  DrfArgs::bind,
                  (_, on, session, _) -> new Drf(session, on.contains(PluginSwitch.HIERARCHY)))
              .registering(InTreePlugins::drfRegisters)
              .inHierarchies(),
          of(
                  Extender.NAME,
                  Extender.class,
                  ExtenderArgs.DEFAULTS,
                  ExtenderArgs::bind,
                  (args, _, session, kept) -> extender(args, session, kept))
              .registering(InTreePlugins::extenderRegisters),
          of(
              Gang.NAME,
              Gang.class,
              GangArgs.DEFAULTS,
              GangArgs::bind,
              (_, _, session, _) -> new Gang(session)),
          of(
              NetworkTopologyAware.NAME,
              NetworkTopologyAware.class,
              NetworkTopologyAwareArgs.DEFAULTS,
              NetworkTopologyAwareArgs::bind,
              (args, _, session, _) -> new NetworkTopologyAware(args, session)),
          of(
                  NodeGroup.NAME,
                  NodeGroup.class,
                  NodeGroupArgs.DEFAULTS,
                  NodeGroupArgs::bind,
                  (args, on, session, _) ->
                      new NodeGroup(args, on.contains(PluginSwitch.HIERARCHY), session))
              .inHierarchies(),
          of(
              NodeOrderPlugin.NAME,
              NodeOrderPlugin.class,
              NodeOrderArgs.DEFAULTS,
              NodeOrderArgs::bind,
              (args, _, session, kept) -> nodeOrder(args, session, kept)),
          of(
              NumaAware.NAME,
              NumaAware.class,
              NumaAwareArgs.DEFAULTS,
              NumaAwareArgs::bind,
              (args, _, session, kept) -> new NumaAware(args, session, kept.reservedCpus)),
          of(
              Overcommit.NAME,
              Overcommit.class,
              OvercommitArgs.DEFAULTS,
              OvercommitArgs::bind,
              (args, _, session, _) -> new Overcommit(args, session)),
          of(
              Pdb.NAME,
              Pdb.class,
              PdbArgs.DEFAULTS,
              PdbArgs::bind,
              (_, _, session, _) -> new Pdb(session)),
          new InTreePlugin<>(
              Predicates.NAME,
              Predicates.class,
              PredicatesArgs.DEFAULTS,
              PredicatesArgs::bind,
              (args, _, session, kept) -> predicates(args, session, kept),
              (_, _) -> true,
              false),
          of(
              Priority.NAME,
              Priority.class,
              PriorityArgs.DEFAULTS,
              PriorityArgs::bind,
              (_, _, _, _) -> new Priority()),
          of(
              Proportion.NAME,
              Proportion.class,
              ProportionArgs.DEFAULTS,
              ProportionArgs::bind,
              (_, _, session, _) -> new Proportion(session)),
          of(
                  Rescheduling.NAME,
                  Rescheduling.class,
                  ReschedulingArgs.DEFAULTS,
                  ReschedulingArgs::bind,
                  (args, _, session, kept) -> new Rescheduling(args, session, kept.rescheduling))
              .registering((_, option) ->
                  option.arguments(ReschedulingArgs.class).lowNodeUtilization() != null),
          of(
                  ResourceStrategyFit.NAME,
                  ResourceStrategyFit.class,
                  ResourceStrategyFitArgs.DEFAULTS,
                  ResourceStrategyFitArgs::bind,
                  (args, _, session, _) -> new ResourceStrategyFit(args, session))
              .registering(InTreePlugins::strategyFitRegisters),
          of(
              ResourceQuotaPlugin.NAME,
              ResourceQuotaPlugin.class,
              ResourceQuotaArgs.DEFAULTS,
              ResourceQuotaArgs::bind,
              (_, _, session, _) -> new ResourceQuotaPlugin(session)),
          of(
              Sla.NAME,
              Sla.class,
              SlaArgs.DEFAULTS,
              SlaArgs::bind,
              (args, _, session, _) -> new Sla(args, session)),
          of(
              TaskTopology.NAME,
              TaskTopology.class,
              TaskTopologyArgs.DEFAULTS,
              TaskTopologyArgs::bind,
              (args, _, session, _) -> new TaskTopology(args, session)),
          of(
              Tdm.NAME,
              Tdm.class,
              TdmArgs.DEFAULTS,
              TdmArgs::bind,
              (args, _, session, kept) -> new Tdm(args, session, kept.lentNodes)),
          of(
              Usage.NAME,
              Usage.class,
              UsageArgs.DEFAULTS,
              UsageArgs::bind,
              (args, _, session, _) -> new Usage(args, session)));

  private InTreePlugins() {}

  public static Optional<InTreePlugin<?>> named(String name) {
    return ALL.stream().filter(plugin -> plugin.name().equals(name)).findFirst();
  }

  private static <A extends Record> InTreePlugin<A> of(
      String name,
      Class<? extends BatchPlugin> type,
      A defaults,
      Function<Arguments, A> binder,
      InTreePlugin.Maker<A> maker) {
    return new InTreePlugin<>(
        name, type, defaults, (in, _) -> binder.apply(in), maker, (_, _) -> true, false);
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

  private static @Nullable BatchPlugin extender(
      ExtenderArgs args, SchedulingSession session, KeptParts kept) {
    Consumer<String> failures =
        what -> session.failures().add(new PluginFailure(Extender.NAME, what));
    if (kept.extenders == null) {
      failures.accept("nobody outside is asked here, so the session goes without it");
      return null;
    }
    return new Extender(args, session, kept.extenders, failures);
  }

  private static BatchPlugin nodeOrder(
      NodeOrderArgs args, SchedulingSession session, KeptParts kept) {
    return new NodeOrderPlugin(
        args, kept.scores.of(NodeOrderPlugin.settings(args, session)), kept.imageHolders, session);
  }

  private static BatchPlugin predicates(
      PredicatesArgs args, SchedulingSession session, KeptParts kept) {
    return new Predicates(args, kept.filters.of(Predicates.settings(args, session)), session);
  }
}
