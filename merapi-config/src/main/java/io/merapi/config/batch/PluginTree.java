package io.merapi.config.batch;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.BatchPluginSpec;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.tier.OtherArgs;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Entry;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourceNode.Scalar;
import io.merapi.config.source.Spelling;
import io.merapi.config.source.TreeArguments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The plugins of a tier, with their switches and arguments.
 *
 * <p>Differs from upstream: a switch in the spelling that upstream passes over works as the one in
 * upstream's spelling, with a note, unless that stands beside it. Its value is never a reason to
 * refuse the file.
 */
final class PluginTree {

  private static final List<String> KEYS =
      Stream.concat(
              Stream.of("name", "arguments"),
              Arrays.stream(PluginSwitch.values()).map(PluginSwitch::key))
          .toList();

  private final Problems problems;
  private final TypedNodes nodes;
  private final BatchPlugins plugins;
  private final FeatureGates gates;

  PluginTree(Problems problems, TypedNodes nodes, BatchPlugins plugins, FeatureGates gates) {
    this.problems = problems;
    this.nodes = nodes;
    this.plugins = plugins;
    this.gates = gates;
  }

  List<PlacedPlugin> read(List<SourceNode> items, String path) {
    var placed = new ArrayList<PlacedPlugin>();
    for (int i = 0; i < items.size(); i++) {
      placed.add(plugin(items.get(i), "%s[%d]".formatted(path, i)));
    }
    return placed;
  }

  private PlacedPlugin plugin(SourceNode item, String path) {
    String name = "";
    Location where = item.where();
    var arguments = new ArrayList<SourceNode>();
    var given = new EnumMap<PluginSwitch, Boolean>(PluginSwitch.class);
    var guessed = new EnumMap<PluginSwitch, Boolean>(PluginSwitch.class);
    var places = new EnumMap<PluginSwitch, Location>(PluginSwitch.class);
    for (Entry entry : nodes.object(item, path).entries()) {
      String key = path + "." + entry.key();
      PluginSwitch one = PluginSwitch.of(entry.key()).orElse(null);
      if (one != null) {
        boolean real = one.key().equals(entry.key());
        Boolean on = real ? nodes.flag(entry.value(), key) : otherSpelling(entry, key, one);
        (real ? given : guessed).put(one, on == null ? one.byDefault() : on);
        places.put(one, entry.where());
      } else if (entry.key().equals("name")) {
        name = nodes.text(entry.value(), key);
        where = entry.value().where();
      } else if (entry.key().equals("arguments")) {
        arguments.add(entry.value());
      } else {
        nodes.unknownKey(entry, key, KEYS);
      }
    }
    var on = PluginSwitch.defaults();
    guessed.forEach((one, value) -> set(on, one, value));
    given.forEach((one, value) -> set(on, one, value));
    Mapping all = nodes.merged(arguments, where, path + ".arguments");
    BatchPluginSpec<?> spec = plugins.named(name).orElse(null);
    if (spec == null) {
      unknownPlugin(name, where, path + ".name");
    }
    Record bound = spec == null ? null : bind(spec, all, path);
    if (bound == null) {
      bound = new OtherArgs(PlainValues.of(all));
    }
    return new PlacedPlugin(new PluginOption(name, on, bound), path, where, places);
  }

  private @Nullable Record bind(BatchPluginSpec<?> spec, Mapping all, String path) {
    return new TreeArguments(
            all, path + ".arguments", VolcanoScalars.ACCESSED, Severity.FALLBACK, problems)
        .readBy(spec, gates);
  }

  private @Nullable Boolean otherSpelling(Entry entry, String path, PluginSwitch one) {
    problems.add(
        Severity.NOTE,
        ProblemKind.OLD_SPELLING,
        entry.where(),
        path,
        "is read as %s here, but not by Volcano".formatted(one.key()));
    if (entry.value() instanceof Scalar scalar && scalar.type() == ScalarType.FLAG) {
      return scalar.flag();
    }
    problems.add(
        Severity.FALLBACK,
        ProblemKind.WRONG_TYPE,
        entry.value().where(),
        path,
        "%s must be true or false".formatted(entry.value().found()));
    return null;
  }

  private static void set(Set<PluginSwitch> on, PluginSwitch one, boolean value) {
    if (value) {
      on.add(one);
    } else {
      on.remove(one);
    }
  }

  private void unknownPlugin(String name, Location where, String path) {
    List<String> known = plugins.names();
    problems.add(
        new Problem(
            Severity.FALLBACK,
            ProblemKind.UNKNOWN_NAME,
            where,
            path,
            name.isEmpty()
                ? "must be given: a plugin without a name is left out"
                : "(\"%s\") is no plugin, and is left out".formatted(Problem.abbreviated(name)),
            Spelling.advice(name, known, "plugins")));
  }
}
