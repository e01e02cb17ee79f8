package io.merapi.batch.configuration;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.Arguments;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/**
 * A plugin that is known here.
 *
 * @param defaults its arguments where the file gives none
 * @param binder reads its arguments, under the feature gates that are set
 * @param points what it takes part in at most
 * @param registers whether it takes part in one of those points under an option of its own; most
 *     plugins always do
 * @param hierarchical whether it heeds {@link PluginSwitch#HIERARCHY}
 */
public record PluginSpec<A extends Record>(
    String name,
    A defaults,
    BiFunction<Arguments, FeatureGates, A> binder,
    Set<ExtensionPoint> points,
    BiPredicate<ExtensionPoint, PluginOption> registers,
    boolean hierarchical) {

  public PluginSpec {
    var copy = EnumSet.noneOf(ExtensionPoint.class);
    copy.addAll(points);
    points = Collections.unmodifiableSet(copy);
  }

  /** The plugin as a tier holds it that gives nothing but its name. */
  public PluginOption byDefault() {
    return new PluginOption(name, PluginSwitch.defaults(), defaults);
  }

  /** What the plugin registers for under an option, whether switched on there or not. */
  public Set<ExtensionPoint> registered(PluginOption option) {
    var registered = EnumSet.noneOf(ExtensionPoint.class);
    points.stream().filter(point -> registers.test(point, option)).forEach(registered::add);
    return registered;
  }

  /** Whether a switch changes anything about the plugin under an option. */
  public boolean heeds(PluginSwitch one, PluginOption option) {
    return one == PluginSwitch.HIERARCHY
        ? hierarchical
        : registered(option).stream().anyMatch(point -> point.switches().contains(one));
  }
}
