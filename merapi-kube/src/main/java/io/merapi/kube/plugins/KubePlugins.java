package io.merapi.kube.plugins;

import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.plugin.KubePluginSpec;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.PluginRegistry;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.framework.PluginFactories;
import io.merapi.kube.framework.PluginSetupException;
import io.merapi.kube.framework.SchedulerParts;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The plugins that profiles can name: those in-tree, and those that come from elsewhere. */
public final class KubePlugins {

  public static final KubePlugins IN_TREE = with(List.of());

  private final Map<String, KubePluginSpec<?>> byName = new TreeMap<>();

  private KubePlugins() {
    InTreePlugin.all().forEach(plugin -> byName.put(plugin.name(), plugin));
  }

  /**
   * All in-tree plugins and more.
   *
   * @throws IllegalArgumentException if two have one name
   */
  public static KubePlugins with(Collection<? extends KubePluginSpec<?>> more) {
    var plugins = new KubePlugins();
    for (KubePluginSpec<?> spec : more) {
      if (plugins.byName.putIfAbsent(spec.name(), spec) != null) {
        throw new IllegalArgumentException(
            "a plugin named (%s) exists already".formatted(spec.name()));
      }
    }
    return plugins;
  }

  /** The plugin of a name, if there is one. */
  public Optional<KubePluginSpec<?>> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** The plugin of a name, if what a file gives it as arguments is read. */
  public Optional<KubePluginSpec<?>> takingArguments(String name) {
    return named(name)
        .filter(spec -> !(spec instanceof InTreePlugin<?> inTree) || inTree.takesArguments());
  }

  /** Their names and points. */
  public PluginRegistry registry() {
    return new PluginRegistry(
        byName.values().stream()
            .collect(Collectors.toMap(KubePluginSpec::name, KubePlugins::points)));
  }

  private static Set<ExtensionPoint> points(KubePluginSpec<?> spec) {
    return spec instanceof InTreePlugin<?> inTree
        ? inTree.points()
        : ExtensionPoint.implementedBy(spec.type());
  }

  /**
   * Makes plugins; those that are listed but do not exist yet it cannot make.
   *
   * @param parts shared by all profiles; only in-tree plugins know of them
   */
  public PluginFactories factories(SchedulerParts parts) {
    return (name, profile, context) -> {
      KubePluginSpec<?> spec = byName.get(name);
      return spec == null ? null : make(spec, profile, parts, context);
    };
  }

  private static <A extends Record> @Nullable Plugin make(
      KubePluginSpec<A> spec, Profile profile, SchedulerParts parts, PluginContext context) {
    if (spec instanceof InTreePlugin<A> inTree) {
      return inTree.make(inTree.arguments(profile), parts, context);
    }
    Plugin made;
    try {
      made = spec.make(arguments(spec, profile), context);
      askOnce(made);
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      throw new PluginSetupException(spec.name(), "cannot be made: " + e);
    }
    if (!spec.type().isInstance(made)) {
      throw new PluginSetupException(
          spec.name(), "made (%s), which is no %s".formatted(made, spec.type().getName()));
    }
    if (!spec.name().equals(made.name())) {
      throw new PluginSetupException(
          spec.name(), "made an instance of another name (%s)".formatted(made.name()));
    }
    return made;
  }

  /** Asks what is asked when a profile is made, where a plugin that throws could not be named. */
  private static void askOnce(Plugin made) {
    if (made instanceof FilterPlugin filter) {
      filter.filterCounts();
    }
    if (made instanceof ScorePlugin score) {
      score.scoreCounts();
      score.normalization();
    }
    if (made instanceof EnqueueExtensions waiting) {
      waiting.eventsToRegister();
    }
  }

  /** What the reader of the configuration has bound by this very spec. */
  @SuppressWarnings("unchecked") // see above
  static <A extends Record> A arguments(KubePluginSpec<A> spec, Profile profile) {
    Record found = profile.arguments().get(spec.name());
    if (found == null) {
      throw new IllegalArgumentException(
          "profile (%s) has no arguments for plugin (%s)"
              .formatted(profile.schedulerName(), spec.name()));
    }
    return (A) found;
  }
}
