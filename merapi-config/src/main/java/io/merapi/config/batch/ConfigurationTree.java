package io.merapi.config.batch;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.batch.configuration.ActionArguments;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.batch.tier.Tier;
import io.merapi.batch.usage.MetricsConfiguration;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import io.merapi.config.source.RepeatedKey;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.Spelling;
import io.merapi.config.source.TreeArguments;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One document, field by field, into a configuration. */
final class ConfigurationTree {

  private static final List<String> KEYS = List.of("actions", "tiers", "configurations", "metrics");

  private final Problems problems;
  private final TypedNodes nodes;
  private final BatchPlugins known;
  private final PluginTree plugins;
  private final List<PlacedPlugin> placed = new ArrayList<>();
  private final Map<BatchAction, TreeArguments> actionArguments = new EnumMap<>(BatchAction.class);
  private final Map<BatchAction, Location> configured = new EnumMap<>(BatchAction.class);
  private final List<SourceNode> metrics = new ArrayList<>();
  private Location actionsWhere = Location.of("");
  private String actionNames = "";

  ConfigurationTree(Problems problems, BatchPlugins known, FeatureGates gates) {
    this.problems = problems;
    this.nodes = new TypedNodes(problems);
    this.known = known;
    this.plugins = new PluginTree(problems, nodes, known, gates);
  }

  /** Reads the document; what it gives counts only if nothing was refused. */
  BatchConfiguration read(SourceNode document) {
    actionsWhere = document.where();
    reportRepeatedKeys(document);
    List<Tier> tiers = List.of();
    for (Entry entry : nodes.object(document, "").entries()) {
      switch (entry.key()) {
        case "actions" -> {
          actionsWhere = entry.value().where();
          actionNames = nodes.text(entry.value(), "actions");
        }
        case "tiers" -> tiers = tiers(nodes.items(entry.value(), "tiers"));
        case "configurations" -> configurations(nodes.items(entry.value(), "configurations"));
        case "metrics" -> metrics.add(entry.value());
        default -> nodes.unknownKey(entry, entry.key(), KEYS);
      }
    }
    var configuration =
        new BatchConfiguration(actions(), tiers, ActionArguments.bind(this::arguments), metrics());
    actionArguments.values().forEach(TreeArguments::reportUnknownKeys);
    new ConfigurationReview(problems, known, configuration, placed)
        .review(actionsWhere, configured);
    return configuration;
  }

  private List<BatchAction> actions() {
    var actions = new ArrayList<BatchAction>();
    for (String part : actionNames.split(",", -1)) {
      String name = part.strip();
      BatchAction action = BatchAction.of(name).orElse(null);
      if (action == null) {
        problems.add(
            new Problem(
                Severity.REFUSED,
                ProblemKind.UNKNOWN_NAME,
                actionsWhere,
                "actions",
                name.isEmpty()
                    ? "must name at least one action, and nothing but actions between its commas"
                    : "names an action (%s) that does not exist"
                        .formatted(Problem.abbreviated(name)),
                Spelling.advice(name, BatchAction.keys(), "actions")));
        continue;
      }
      if (actions.contains(action)) {
        problems.add(
            Severity.NOTE,
            ProblemKind.DUPLICATE,
            actionsWhere,
            "actions",
            "names (%s) more than once: it will run each time".formatted(name));
      }
      actions.add(action);
    }
    return actions;
  }

  private List<Tier> tiers(List<SourceNode> items) {
    // A repeated key replaces the tiers that stood before it.
    placed.clear();
    var tiers = new ArrayList<Tier>();
    for (int i = 0; i < items.size(); i++) {
      String path = "tiers[%d]".formatted(i);
      List<PlacedPlugin> tier = List.of();
      for (Entry entry : nodes.object(items.get(i), path).entries()) {
        String key = path + "." + entry.key();
        if (entry.key().equals("plugins")) {
          tier = plugins.read(nodes.items(entry.value(), key), key);
        } else {
          nodes.unknownKey(entry, key, List.of("plugins"));
        }
      }
      refuseHierarchyBesideProportion(tier);
      placed.addAll(tier);
      tiers.add(new Tier(tier.stream().map(PlacedPlugin::option).toList()));
    }
    return tiers;
  }

  /** Shares by hierarchy and shares by weight contradict each other within one tier. */
  private void refuseHierarchyBesideProportion(List<PlacedPlugin> tier) {
    boolean proportion = tier.stream().anyMatch(one -> one.option().name().equals("proportion"));
    tier.stream()
        .filter(_ -> proportion)
        .filter(one -> one.option().name().equals("drf"))
        .filter(one -> one.option().on().contains(PluginSwitch.HIERARCHY))
        .findFirst()
        .ifPresent(drf ->
            problems.add(
                Severity.REFUSED,
                ProblemKind.FORBIDDEN,
                drf.switchWhere(PluginSwitch.HIERARCHY),
                drf.path() + "." + PluginSwitch.HIERARCHY.key(),
                "(true) must not stand in one tier with proportion"));
  }

  private void configurations(List<SourceNode> items) {
    actionArguments.clear();
    configured.clear();
    for (int i = 0; i < items.size(); i++) {
      configuration(items.get(i), "configurations[%d]".formatted(i));
    }
  }

  private void configuration(SourceNode item, String path) {
    String name = "";
    Location where = item.where();
    var arguments = new ArrayList<SourceNode>();
    for (Entry entry : nodes.object(item, path).entries()) {
      String key = path + "." + entry.key();
      switch (entry.key()) {
        case "name" -> {
          name = nodes.text(entry.value(), key);
          where = entry.value().where();
        }
        case "arguments" -> arguments.add(entry.value());
        default -> nodes.unknownKey(entry, key, List.of("name", "arguments"));
      }
    }
    BatchAction action = BatchAction.of(name).orElse(null);
    if (action == null) {
      problems.add(
          new Problem(
              Severity.FALLBACK,
              ProblemKind.UNKNOWN_NAME,
              where,
              path + ".name",
              "(\"%s\") is no action, so nothing reads this".formatted(Problem.abbreviated(name)),
              Spelling.advice(name, BatchAction.keys(), "actions")));
    } else if (configured.containsKey(action)) {
      problems.add(
          Severity.FALLBACK,
          ProblemKind.DUPLICATE,
          where,
          path + ".name",
          "(\"%s\") is configured before, and only the first one is read".formatted(name));
    } else {
      configured.put(action, where);
      actionArguments.put(
          action,
          argumentsOf(nodes.merged(arguments, where, path + ".arguments"), path + ".arguments"));
    }
  }

  private Arguments arguments(BatchAction action) {
    TreeArguments arguments = actionArguments.get(action);
    return arguments == null
        ? argumentsOf(new Mapping(actionsWhere, List.of()), "configurations")
        : arguments;
  }

  private TreeArguments argumentsOf(Mapping mapping, String path) {
    return new TreeArguments(mapping, path, VolcanoScalars.ACCESSED, Severity.FALLBACK, problems);
  }

  private MetricsConfiguration metrics() {
    if (metrics.isEmpty()) {
      return MetricsConfiguration.DEFAULTS;
    }
    Mapping merged = nodes.merged(metrics, actionsWhere, "metrics");
    for (Entry entry : merged.entries()) {
      nodes.text(entry.value(), "metrics." + entry.key());
    }
    var arguments =
        new TreeArguments(merged, "metrics", StringScalars.INSTANCE, Severity.FALLBACK, problems);
    MetricsConfiguration configuration = MetricsConfiguration.bind(arguments);
    arguments.reportUnknownKeys();
    return configuration;
  }

  private void reportRepeatedKeys(SourceNode document) {
    for (RepeatedKey key : RepeatedKey.in(document)) {
      if (!key.overMerged()) {
        problems.add(
            Severity.FALLBACK,
            ProblemKind.DUPLICATE,
            key.where(),
            key.path(),
            "stands more than once: the last one counts");
      }
    }
  }
}
