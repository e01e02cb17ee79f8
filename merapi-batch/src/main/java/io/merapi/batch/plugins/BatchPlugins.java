package io.merapi.batch.plugins;

import io.merapi.api.plugin.BatchPluginSpec;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.plugins.extender.ExtenderTransport;
import io.merapi.batch.session.PluginFactory;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.OtherArgs;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.kube.framework.SchedulerParts;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The plugins that tiers can name: those in-tree, and those that come from elsewhere. */
public final class BatchPlugins {

  public static final BatchPlugins IN_TREE = with(List.of());

  private final Map<String, BatchPluginSpec<?>> byName = new TreeMap<>();

  private BatchPlugins() {
    InTreePlugins.ALL.forEach(plugin -> byName.put(plugin.name(), plugin));
  }

  /**
   * All in-tree plugins and more.
   *
   * @throws IllegalArgumentException if two have one name
   */
  public static BatchPlugins with(Collection<? extends BatchPluginSpec<?>> more) {
    var plugins = new BatchPlugins();
    for (BatchPluginSpec<?> spec : more) {
      if (plugins.byName.putIfAbsent(spec.name(), spec) != null) {
        throw new IllegalArgumentException(
            "a plugin named (%s) exists already".formatted(spec.name()));
      }
    }
    return plugins;
  }

  /** The plugin of a name, if there is one. */
  public Optional<BatchPluginSpec<?>> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All names, sorted. */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /** The names of those that take part in a point, under some option at least. */
  public List<String> takingPartIn(ExtensionPoint point) {
    return byName.values().stream()
        .filter(spec -> point.type().isAssignableFrom(spec.type()))
        .map(BatchPluginSpec::name)
        .toList();
  }

  /** What a plugin registers for under an option, whether switched on there or not. */
  public Set<ExtensionPoint> registered(PluginOption option) {
    BatchPluginSpec<?> spec = byName.get(option.name());
    if (spec == null) {
      return Set.of();
    }
    return spec instanceof InTreePlugin<?> inTree
        ? inTree.registered(option)
        : ExtensionPoint.implementedBy(spec.type());
  }

  /** Whether a switch changes anything about a plugin under an option. */
  public boolean heeds(PluginOption option, PluginSwitch one) {
    return one == PluginSwitch.HIERARCHY
        ? byName.get(option.name()) instanceof InTreePlugin<?> inTree && inTree.hierarchical()
        : registered(option).stream().anyMatch(point -> point.switches().contains(one));
  }

  /** Makes plugins for single sessions; see {@link KeptParts}. */
  public PluginFactory factory(SchedulerParts kube, @Nullable ExtenderTransport extenders) {
    return factory(new KeptParts(kube, extenders));
  }

  /**
   * Makes plugins for the sessions of a scheduler.
   *
   * @param kept only in-tree plugins know of it
   */
  public PluginFactory factory(KeptParts kept) {
    return new PluginFactory() {

      @Override
      public @Nullable BatchPlugin make(PluginOption option, SchedulingSession session) {
        BatchPluginSpec<?> spec = byName.get(option.name());
        if (spec instanceof InTreePlugin<?> inTree) {
          return inTree.make(option, session, kept);
        }
        return spec == null ? null : BatchPlugins.make(spec, option, session);
      }

      @Override
      public Set<ExtensionPoint> registered(PluginOption option) {
        return BatchPlugins.this.registered(option);
      }
    };
  }

  /** Asks what plugins say of themselves, where one that throws can be left out. */
  private static void askOnce(BatchPlugin made) {
    made.tellsJobsApart();
    made.readsIdentity();
    made.readsClock();
    made.standpoint();
  }

  @SuppressWarnings("unchecked") // what the reader of the configuration has bound by this very spec
  private static <A extends Record> @Nullable BatchPlugin make(
      BatchPluginSpec<A> spec, PluginOption option, SchedulingSession session) {
    if (option.arguments() instanceof OtherArgs) {
      // It could not read them, which has been said when it was asked to.
      return null;
    }
    BatchPlugin made = spec.make((A) option.arguments(), session);
    askOnce(made);
    if (!spec.type().isInstance(made)) {
      throw new IllegalStateException(
          "made (%s), which is no %s".formatted(made, spec.type().getName()));
    }
    if (!spec.name().equals(made.name())) {
      throw new IllegalStateException(
          "made an instance of another name (%s)".formatted(made.name()));
    }
    return made;
  }
}
