package io.merapi.batch.plugins;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.BatchPluginSpec;
import io.merapi.api.session.Session;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.kube.framework.SchedulerParts;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A plugin that comes with the scheduler.
 *
 * @param defaults its arguments where the file gives none
 * @param binder reads its arguments, under the feature gates that are set
 * @param registers whether it takes part in one of its points under an option of its own; most
 *     plugins always do
 * @param hierarchical whether it heeds {@link PluginSwitch#HIERARCHY}
 */
public record InTreePlugin<A extends Record>(
    String name,
    Class<? extends BatchPlugin> type,
    A defaults,
    BiFunction<Arguments, FeatureGates, A> binder,
    Maker<A> maker,
    BiPredicate<ExtensionPoint, PluginOption> registers,
    boolean hierarchical)
    implements BatchPluginSpec<A> {

  /** The same plugin, which takes part in some of its points under some options only. */
  InTreePlugin<A> registering(BiPredicate<ExtensionPoint, PluginOption> where) {
    return new InTreePlugin<>(name, type, defaults, binder, maker, where, hierarchical);
  }

  /** The same plugin, which heeds {@link PluginSwitch#HIERARCHY}. */
  InTreePlugin<A> inHierarchies() {
    return new InTreePlugin<>(name, type, defaults, binder, maker, registers, true);
  }

  @Override
  public A bind(Arguments in, FeatureGates gates) {
    return binder.apply(in, gates);
  }

  /** Makes an instance for a session that has none before it and asks nobody outside. */
  @Override
  public BatchPlugin make(A arguments, Session session) {
    return Objects.requireNonNull(
        maker.make(
            arguments,
            PluginSwitch.defaults(),
            (SchedulingSession) session,
            new KeptParts(SchedulerParts.forQuestions(), null)));
  }

  /** Makes an instance as a tier has it; null where it has to do without. */
  @SuppressWarnings("unchecked") // what the reader of the configuration has bound by this very spec
  @Nullable BatchPlugin make(PluginOption option, SchedulingSession session, KeptParts kept) {
    return maker.make((A) option.arguments(), option.on(), session, kept);
  }

  /** The plugin as a tier holds it that gives nothing but its name. */
  public PluginOption byDefault() {
    return new PluginOption(name, PluginSwitch.defaults(), defaults);
  }

  /** What the plugin takes part in at most. */
  public Set<ExtensionPoint> points() {
    return ExtensionPoint.implementedBy(type);
  }

  /** What the plugin registers for under an option, whether switched on there or not. */
  Set<ExtensionPoint> registered(PluginOption option) {
    var registered = EnumSet.noneOf(ExtensionPoint.class);
    points().stream().filter(point -> registers.test(point, option)).forEach(registered::add);
    return registered;
  }

  /** Makes an instance for a session, with what outlives it. */
  public interface Maker<A> {
    @Nullable BatchPlugin make(
        A arguments, Set<PluginSwitch> on, SchedulingSession session, KeptParts kept);
  }
}
