package io.merapi.config.kube;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.KubePluginSpec;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.kube.ProfileDraft.Config;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.SourcePath;
import io.merapi.config.source.TreeArguments;
import io.merapi.kube.configuration.EnabledPlugin;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.Int32;
import io.merapi.kube.configuration.PluginSet;
import io.merapi.kube.configuration.PluginSets;
import io.merapi.kube.configuration.RawArguments;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.InTreePlugin;
import io.merapi.kube.plugins.KubePlugins;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the profiles of a configuration and lays them over the default plugins. */
final class ProfileReader {

  private static final String DEFAULT_NAME = "default-scheduler";

  private final Mapping root;
  private final JsonScalars rules;
  private final KubePlugins plugins;
  private final FeatureGates gates;
  private final Findings findings;

  ProfileReader(
      Mapping root, JsonScalars rules, KubePlugins plugins, FeatureGates gates, Findings findings) {
    this.root = root;
    this.rules = rules;
    this.plugins = plugins;
    this.gates = gates;
    this.findings = findings;
  }

  /** The profiles; the default one where the file gives none. */
  List<ProfileDraft> profiles(Arguments in) {
    List<Arguments> items = in.objects("profiles");
    PluginSets defaults = DefaultPlugins.sets(gates);
    if (items.isEmpty()) {
      return List.of(
          new ProfileDraft(
              "profiles[0]", DEFAULT_NAME, null, PluginSets.NONE, defaults, List.of()));
    }
    var profiles = new ArrayList<ProfileDraft>();
    for (int i = 0; i < items.size(); i++) {
      Arguments item = items.get(i);
      String path = "profiles[%d]".formatted(i);
      // Only a profile that is alone may leave its name out.
      String byDefault = items.size() == 1 && !item.has("schedulerName") ? DEFAULT_NAME : "";
      PluginSets given = pluginSets(item.object("plugins"));
      profiles.add(
          new ProfileDraft(
              path,
              item.text("schedulerName").or(byDefault),
              item.has("percentageOfNodesToScore")
                  ? Int32.read(item, "percentageOfNodesToScore", 0)
                  : null,
              given,
              given.over(defaults),
              pluginConfig(item, path)));
    }
    return profiles;
  }

  private static PluginSets pluginSets(Arguments in) {
    var points = new EnumMap<ExtensionPoint, PluginSet>(ExtensionPoint.class);
    for (ExtensionPoint point : ExtensionPoint.values()) {
      PluginSet set = pluginSet(in.object(point.key()));
      if (!set.equals(PluginSet.EMPTY)) {
        points.put(point, set);
      }
    }
    return new PluginSets(pluginSet(in.object("multiPoint")), points);
  }

  private static PluginSet pluginSet(Arguments in) {
    var enabled = new ArrayList<EnabledPlugin>();
    for (Arguments item : in.objects("enabled")) {
      enabled.add(plugin(item));
    }
    var disabled = new ArrayList<String>();
    for (Arguments item : in.objects("disabled")) {
      disabled.add(plugin(item).name());
    }
    return new PluginSet(enabled, disabled);
  }

  private static EnabledPlugin plugin(Arguments in) {
    return new EnabledPlugin(in.text("name").or(""), Int32.read(in, "weight", 0));
  }

  private List<Config> pluginConfig(Arguments profile, String profilePath) {
    var configs = new ArrayList<Config>();
    List<Arguments> items = profile.objects("pluginConfig");
    for (int i = 0; i < items.size(); i++) {
      String path = "%s.pluginConfig[%d]".formatted(profilePath, i);
      String name = items.get(i).text("name").or("");
      SourceNode args = items.get(i).has("args") ? SourcePath.find(root, path + ".args") : null;
      Optional<KubePluginSpec<?>> plugin = plugins.takingArguments(name);
      configs.add(
          plugin.isPresent()
              ? bound(plugin.get(), path, args)
              : new Config(path, name, raw(args), List.of()));
    }
    return configs;
  }

  private RawArguments raw(@Nullable SourceNode args) {
    return new RawArguments(args == null ? null : PlainValues.of(args, rules));
  }

  private Config bound(KubePluginSpec<?> plugin, String configPath, @Nullable SourceNode args) {
    String path = configPath + ".args";
    Mapping mapping = new Mapping(SourcePath.locate(root, configPath), List.of());
    if (args instanceof Mapping given) {
      mapping = given;
    } else if (args != null) {
      findings.decode(ProblemKind.WRONG_TYPE, path, args.found() + " must be an object", "");
    }
    var problems = new Problems();
    var in = new TreeArguments(mapping, path, rules, Severity.REFUSED, problems);
    checkKind(plugin, in);
    Record record = in.readBy(plugin, gates);
    var decode = new ArrayList<Problem>();
    var invalid = new ArrayList<Problem>();
    for (Problem problem : problems.all()) {
      (Stage.of(problem.kind()) == Stage.DECODE ? decode : invalid).add(problem);
    }
    findings.take(Stage.DECODE, decode);
    return new Config(configPath, plugin.name(), record == null ? raw(args) : record, invalid);
  }

  /** Both may be left out, but not be something else; plugins from elsewhere choose their own. */
  private static void checkKind(KubePluginSpec<?> plugin, Arguments in) {
    if (!(plugin instanceof InTreePlugin<?>)) {
      in.text("kind").orNull();
      in.text("apiVersion").orNull();
      return;
    }
    checkText(in, "kind", plugin.name() + "Args");
    checkText(in, "apiVersion", KubeConfigurationReader.API_VERSION);
  }

  private static void checkText(Arguments in, String key, String expected) {
    String text = in.text(key).or("");
    if (!text.isEmpty() && !text.equals(expected)) {
      in.report(key, ProblemKind.WRONG_TYPE, "(\"%s\") must be %s".formatted(text, expected));
    }
  }
}
