package io.merapi.api.plugin;

import io.merapi.api.feature.FeatureGates;

/**
 * A plugin as configurations know it: its name, how its arguments are read, and what it is made of.
 *
 * <p>Plugins that come with the scheduler have one, and so has every plugin in a JAR of {@code
 * --plugins-dir}: there, {@code META-INF/services} names the class that implements {@link
 * KubePluginSpec} or {@link BatchPluginSpec}, which needs a public constructor without parameters.
 *
 * <p>A spec keeps nothing: several schedulers may use it at once, on different threads.
 *
 * @param <A> the plugin's arguments
 */
public sealed interface PluginSpec<A extends Record> permits KubePluginSpec, BatchPluginSpec {

  /** The name in configurations, events and metrics; instances give the same one. */
  String name();

  /**
   * The class of the instances. The plugin takes part in those extension points whose interfaces
   * the class implements.
   */
  Class<?> type();

  /**
   * Reads the arguments that a configuration gives; it may give none. Called when a configuration
   * is read.
   *
   * @param gates some arguments may count only if a feature is on
   */
  A bind(Arguments in, FeatureGates gates);
}
