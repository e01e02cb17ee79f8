package io.merapi.config.batch;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.batch.usage.MetricsSource;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What upstream accepts without a word although it cannot do what it seems to say. */
final class ConfigurationReview {

  /** The actions that take over what {@code allocate} is configured with. */
  private static final Set<BatchAction> HEED_ALLOCATE =
      EnumSet.of(BatchAction.ALLOCATE, BatchAction.GANG_PREEMPT, BatchAction.GANG_RECLAIM);

  private static final Set<String> NEED_METRICS = Set.of("usage", "rescheduling");

  private final Problems problems;
  private final BatchPlugins plugins;
  private final BatchConfiguration configuration;
  private final List<PlacedPlugin> placed;

  ConfigurationReview(
      Problems problems,
      BatchPlugins plugins,
      BatchConfiguration configuration,
      List<PlacedPlugin> placed) {
    this.problems = problems;
    this.plugins = plugins;
    this.configuration = configuration;
    this.placed = placed;
  }

  void review(Location actions, Map<BatchAction, Location> configured) {
    duplicatePlugins();
    placed.forEach(this::pointlessSwitches);
    placed.forEach(this::pointlessPlugin);
    Set.copyOf(configuration.actions()).stream()
        .sorted()
        .forEach(action -> pointlessAction(action, actions));
    configured.forEach(this::pointlessConfiguration);
  }

  private void duplicatePlugins() {
    var first = new HashMap<String, PlacedPlugin>();
    for (PlacedPlugin plugin : placed) {
      PlacedPlugin before = first.putIfAbsent(plugin.option().name(), plugin);
      if (before != null) {
        report(
            ProblemKind.DUPLICATE,
            plugin.where(),
            plugin.path() + ".name",
            "(\"%s\") stands at %s already: both are asked, and both answer with the arguments that stand here"
                .formatted(plugin.option().name(), before.path()));
      }
    }
  }

  private void pointlessSwitches(PlacedPlugin plugin) {
    String name = plugin.option().name();
    if (plugins.named(name).isEmpty()) {
      return;
    }
    plugin
        .switches()
        .forEach((one, where) -> {
          if (!plugins.heeds(plugin.option(), one)) {
            report(
                ProblemKind.POINTLESS,
                where,
                plugin.path() + "." + one.key(),
                "has no effect: %s takes no part in what it switches".formatted(name));
          }
        });
  }

  private void pointlessPlugin(PlacedPlugin plugin) {
    String name = plugin.option().name();
    if (name.equals("rescheduling") && !configuration.actions().contains(BatchAction.SHUFFLE)) {
      report(
          ProblemKind.POINTLESS,
          plugin.where(),
          plugin.path() + ".name",
          "(\"rescheduling\") has no effect without the action shuffle");
    }
    if (NEED_METRICS.contains(name)
        && configuration.metrics().source() instanceof MetricsSource.None) {
      problems.add(
          Severity.NOTE,
          ProblemKind.POINTLESS,
          plugin.where(),
          plugin.path() + ".name",
          "(\"%s\") knows no load of any node: metrics names no source".formatted(name));
    }
  }

  private void pointlessAction(BatchAction action, Location where) {
    List<String> causes =
        action.needs().stream().map(this::missing).flatMap(Optional::stream).toList();
    if (!causes.isEmpty()) {
      report(
          ProblemKind.POINTLESS,
          where,
          "actions",
          "names (%s), which can do nothing: %s"
              .formatted(action.key(), String.join("; ", causes)));
    }
  }

  /** Why no plugin takes part in something; empty if one does. */
  private Optional<String> missing(ExtensionPoint point) {
    List<PlacedPlugin> registered =
        placed.stream().filter(plugin -> registers(plugin, point)).toList();
    if (registered.stream().anyMatch(plugin -> plugin.option().takesPartIn(point))) {
      return Optional.empty();
    }
    if (registered.isEmpty()) {
      return Optional.of(
          "no plugin takes part in %s, as %s would"
              .formatted(point.title(), String.join(", ", plugins.takingPartIn(point))));
    }
    String places = registered.stream().map(PlacedPlugin::path).collect(Collectors.joining(", "));
    return Optional.of("%s is false in %s".formatted(keys(point), places));
  }

  private void pointlessConfiguration(BatchAction action, Location where) {
    boolean read =
        action == BatchAction.ALLOCATE
            ? configuration.actions().stream().anyMatch(HEED_ALLOCATE::contains)
            : configuration.actions().contains(action);
    if (!read) {
      report(
          ProblemKind.POINTLESS,
          where,
          "configurations",
          "configures (%s), which is not among the actions".formatted(action.key()));
    }
  }

  private boolean registers(PlacedPlugin plugin, ExtensionPoint point) {
    return plugins.registered(plugin.option()).contains(point);
  }

  private static String keys(ExtensionPoint point) {
    return point.switches().stream().map(PluginSwitch::key).collect(Collectors.joining(" and "));
  }

  private void report(ProblemKind kind, Location where, String path, String message) {
    problems.add(Severity.FALLBACK, kind, where, path, message);
  }
}
