package io.merapi.batch.cycle;

import static java.util.Map.entry;

import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.configuration.InTreePlugins;
import io.merapi.batch.kubeplugins.PluginHome;
import io.merapi.batch.kubeplugins.WrappingSettings;
import io.merapi.batch.plugins.binpack.Binpack;
import io.merapi.batch.plugins.binpack.BinpackArgs;
import io.merapi.batch.plugins.capacity.Capacity;
import io.merapi.batch.plugins.capacity.CapacityArgs;
import io.merapi.batch.plugins.cdp.Cdp;
import io.merapi.batch.plugins.conformance.Conformance;
import io.merapi.batch.plugins.deviceshare.DeviceShare;
import io.merapi.batch.plugins.deviceshare.DeviceShareArgs;
import io.merapi.batch.plugins.drf.Drf;
import io.merapi.batch.plugins.extender.Extender;
import io.merapi.batch.plugins.extender.ExtenderArgs;
import io.merapi.batch.plugins.extender.ExtenderTransport;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAware;
import io.merapi.batch.plugins.networktopologyaware.NetworkTopologyAwareArgs;
import io.merapi.batch.plugins.nodegroup.NodeGroup;
import io.merapi.batch.plugins.nodegroup.NodeGroupArgs;
import io.merapi.batch.plugins.nodeorder.ImageHolders;
import io.merapi.batch.plugins.nodeorder.NodeOrderArgs;
import io.merapi.batch.plugins.nodeorder.NodeOrderPlugin;
import io.merapi.batch.plugins.nodeorder.WrappedScores;
import io.merapi.batch.plugins.numaaware.CpuReservations;
import io.merapi.batch.plugins.numaaware.NumaAware;
import io.merapi.batch.plugins.numaaware.NumaAwareArgs;
import io.merapi.batch.plugins.overcommit.Overcommit;
import io.merapi.batch.plugins.overcommit.OvercommitArgs;
import io.merapi.batch.plugins.pdb.Pdb;
import io.merapi.batch.plugins.predicates.Predicates;
import io.merapi.batch.plugins.predicates.PredicatesArgs;
import io.merapi.batch.plugins.predicates.WrappedFilters;
import io.merapi.batch.plugins.priority.Priority;
import io.merapi.batch.plugins.proportion.Proportion;
import io.merapi.batch.plugins.rescheduling.Rescheduling;
import io.merapi.batch.plugins.rescheduling.ReschedulingArgs;
import io.merapi.batch.plugins.rescheduling.ReschedulingTimer;
import io.merapi.batch.plugins.resourcequota.ResourceQuotaPlugin;
import io.merapi.batch.plugins.resourcestrategyfit.ResourceStrategyFit;
import io.merapi.batch.plugins.resourcestrategyfit.ResourceStrategyFitArgs;
import io.merapi.batch.plugins.sla.Sla;
import io.merapi.batch.plugins.sla.SlaArgs;
import io.merapi.batch.plugins.tasktopology.TaskTopology;
import io.merapi.batch.plugins.tasktopology.TaskTopologyArgs;
import io.merapi.batch.plugins.tdm.EvictionTimer;
import io.merapi.batch.plugins.tdm.Tdm;
import io.merapi.batch.plugins.tdm.TdmArgs;
import io.merapi.batch.plugins.usage.Usage;
import io.merapi.batch.plugins.usage.UsageArgs;
import io.merapi.batch.session.PluginFactory;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.kube.framework.SchedulerParts;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes the plugins that come with the scheduler. */
public final class InTreeFactory implements PluginFactory {

  private static final Map<String, Maker> MAKERS =
      Map.ofEntries(
          entry(
              Binpack.NAME,
              (option, session, _) -> new Binpack(option.arguments(BinpackArgs.class), session)),
          entry(
              Capacity.NAME,
              (option, session, _) ->
                  new Capacity(
                      option.arguments(CapacityArgs.class),
                      option.on().contains(PluginSwitch.HIERARCHY),
                      session)),
          entry(Cdp.NAME, (_, session, _) -> new Cdp(session)),
          entry(Conformance.NAME, (_, _, _) -> new Conformance()),
          entry(
              DeviceShare.NAME,
              (option, session, _) ->
                  new DeviceShare(option.arguments(DeviceShareArgs.class), session)),
          entry(
              Drf.NAME,
              (option, session, _) ->
                  new Drf(session, option.on().contains(PluginSwitch.HIERARCHY))),
          entry(Extender.NAME, InTreeFactory::extender),
          entry(Gang.NAME, (_, session, _) -> new Gang(session)),
          entry(
              NetworkTopologyAware.NAME,
              (option, session, _) ->
                  new NetworkTopologyAware(
                      option.arguments(NetworkTopologyAwareArgs.class), session)),
          entry(
              NodeGroup.NAME,
              (option, session, _) ->
                  new NodeGroup(
                      option.arguments(NodeGroupArgs.class),
                      option.on().contains(PluginSwitch.HIERARCHY),
                      session)),
          entry(NodeOrderPlugin.NAME, InTreeFactory::nodeOrder),
          entry(
              NumaAware.NAME,
              (option, session, homes) ->
                  new NumaAware(
                      option.arguments(NumaAwareArgs.class), session, homes.reservedCpus)),
          entry(
              Overcommit.NAME,
              (option, session, _) ->
                  new Overcommit(option.arguments(OvercommitArgs.class), session)),
          entry(Pdb.NAME, (_, session, _) -> new Pdb(session)),
          entry(Predicates.NAME, InTreeFactory::predicates),
          entry(Priority.NAME, (_, _, _) -> new Priority()),
          entry(Proportion.NAME, (_, session, _) -> new Proportion(session)),
          entry(
              Rescheduling.NAME,
              (option, session, homes) ->
                  new Rescheduling(
                      option.arguments(ReschedulingArgs.class), session, homes.rescheduling)),
          entry(ResourceQuotaPlugin.NAME, (_, session, _) -> new ResourceQuotaPlugin(session)),
          entry(
              ResourceStrategyFit.NAME,
              (option, session, _) ->
                  new ResourceStrategyFit(
                      option.arguments(ResourceStrategyFitArgs.class), session)),
          entry(
              Sla.NAME, (option, session, _) -> new Sla(option.arguments(SlaArgs.class), session)),
          entry(
              TaskTopology.NAME,
              (option, session, _) ->
                  new TaskTopology(option.arguments(TaskTopologyArgs.class), session)),
          entry(
              Tdm.NAME,
              (option, session, homes) ->
                  new Tdm(option.arguments(TdmArgs.class), session, homes.lentNodes)),
          entry(
              Usage.NAME,
              (option, session, _) -> new Usage(option.arguments(UsageArgs.class), session)));

  private final PluginHome<WrappingSettings<WrappedFilters.Settings>, WrappedFilters> filters;
  private final PluginHome<WrappingSettings<NodeOrderArgs>, WrappedScores> scores =
      new PluginHome<>(WrappedScores::new);
  private final ImageHolders imageHolders = new ImageHolders();
  private final EvictionTimer lentNodes = new EvictionTimer();
  private final ReschedulingTimer rescheduling;
  private final CpuReservations reservedCpus = new CpuReservations();
  private final @Nullable ExtenderTransport extenders;

  /**
   * Makes plugins for single sessions, in which all that is done from time to time is due.
   *
   * @param kube what kube plugins keep and share, over all sessions
   * @param extenders how servers outside are asked; without it, sessions go without them
   */
  public InTreeFactory(SchedulerParts kube, @Nullable ExtenderTransport extenders) {
    this(kube, extenders, new ReschedulingTimer());
  }

  /**
   * Makes plugins for a scheduler.
   *
   * @param kube what kube plugins keep and share, over all sessions
   * @param extenders how servers outside are asked; without it, sessions go without them
   * @param started when the scheduler was
   */
  InTreeFactory(SchedulerParts kube, @Nullable ExtenderTransport extenders, Instant started) {
    this(kube, extenders, new ReschedulingTimer(started));
  }

  private InTreeFactory(
      SchedulerParts kube, @Nullable ExtenderTransport extenders, ReschedulingTimer rescheduling) {
    this.filters = new PluginHome<>(settings -> new WrappedFilters(settings, kube));
    this.extenders = extenders;
    this.rescheduling = rescheduling;
  }

  /** The names of plugins that exist. */
  public static Set<String> existing() {
    return MAKERS.keySet();
  }

  @Override
  public @Nullable BatchPlugin make(PluginOption option, SchedulingSession session) {
    Maker maker = MAKERS.get(option.name());
    return maker == null ? null : maker.make(option, session, this);
  }

  @Override
  public Set<ExtensionPoint> registered(PluginOption option) {
    return InTreePlugins.named(option.name())
        .map(spec -> spec.registered(option))
        .orElseGet(() -> PluginFactory.super.registered(option));
  }

  private static @Nullable BatchPlugin extender(
      PluginOption option, SchedulingSession session, InTreeFactory homes) {
    Consumer<String> failures =
        what -> session.failures().add(new PluginFailure(Extender.NAME, what));
    if (homes.extenders == null) {
      failures.accept("nobody outside is asked here, so the session goes without it");
      return null;
    }
    return new Extender(option.arguments(ExtenderArgs.class), session, homes.extenders, failures);
  }

  private static BatchPlugin nodeOrder(
      PluginOption option, SchedulingSession session, InTreeFactory homes) {
    NodeOrderArgs args = option.arguments(NodeOrderArgs.class);
    return new NodeOrderPlugin(
        args,
        homes.scores.of(NodeOrderPlugin.settings(args, session)),
        homes.imageHolders,
        session);
  }

  private static BatchPlugin predicates(
      PluginOption option, SchedulingSession session, InTreeFactory homes) {
    PredicatesArgs args = option.arguments(PredicatesArgs.class);
    return new Predicates(args, homes.filters.of(Predicates.settings(args, session)), session);
  }

  /** Makes an instance for a session, with what outlives it. */
  private interface Maker {
    @Nullable BatchPlugin make(PluginOption option, SchedulingSession session, InTreeFactory homes);
  }
}
