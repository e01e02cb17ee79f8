package io.merapi.config.kube;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.kube.ProfileDraft.Config;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Spelling;
import io.merapi.kube.configuration.EnabledPlugin;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.PluginRegistry;
import io.merapi.kube.configuration.PluginSet;
import io.merapi.kube.configuration.PluginSets;
import io.merapi.kube.configuration.RawArguments;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.InTreePlugin;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What upstream accepts in silence although it can hardly be meant so. */
final class ProfileRemarks {

  private static final Set<ExtensionPoint> WEIGHED =
      Set.of(ExtensionPoint.SCORE, ExtensionPoint.PLACEMENT_SCORE);

  private final PluginRegistry registry;
  private final PluginSets defaults;
  private final Findings findings;

  ProfileRemarks(PluginRegistry registry, FeatureGates gates, Findings findings) {
    this.registry = registry;
    this.defaults = DefaultPlugins.sets(gates);
    this.findings = findings;
  }

  void add(List<ProfileDraft> profiles) {
    for (ProfileDraft profile : profiles) {
      String plugins = profile.path() + ".plugins.";
      set(profile, null, profile.given().multiPoint(), plugins + "multiPoint");
      for (ExtensionPoint point : ExtensionPoint.values()) {
        set(profile, point, profile.given().at(point), plugins + point.key());
      }
      Set<String> enabled = profile.merged().enabledNames();
      profile.pluginConfig().forEach(config -> config(enabled, config));
    }
  }

  private void set(
      ProfileDraft profile, @Nullable ExtensionPoint point, PluginSet set, String path) {
    for (int i = 0; i < set.enabled().size(); i++) {
      weight(point, set.enabled().get(i), "%s.enabled[%d].weight".formatted(path, i));
    }
    for (int i = 0; i < set.disabled().size(); i++) {
      String name = set.disabled().get(i);
      String namePath = "%s.disabled[%d].name".formatted(path, i);
      if (name.equals("*")) {
        continue;
      }
      if (!registry.has(name)) {
        unknown(namePath, name);
      } else if (!wouldRun(profile, point, name)) {
        findings.remark(
            Severity.NOTE,
            ProblemKind.POINTLESS,
            namePath,
            "(%s) would not run here anyway".formatted(name),
            "");
      }
    }
  }

  /** Whether a plugin would run here if it were not disabled. */
  private boolean wouldRun(ProfileDraft profile, @Nullable ExtensionPoint point, String name) {
    if (point == null) {
      return enables(defaults.multiPoint(), name);
    }
    return registry.implementsPoint(name, point)
        && (enables(profile.merged().multiPoint(), name)
            || enables(profile.given().at(point), name));
  }

  private static boolean enables(PluginSet set, String name) {
    return set.enabled().stream().anyMatch(plugin -> plugin.name().equals(name));
  }

  private void weight(@Nullable ExtensionPoint point, EnabledPlugin plugin, String path) {
    if (plugin.weight() == 0 || !registry.has(plugin.name())) {
      return;
    }
    boolean weighed =
        WEIGHED.stream()
            .anyMatch(scoring ->
                (point == null || point == scoring)
                    && registry.implementsPoint(plugin.name(), scoring));
    if (!weighed) {
      findings.remark(
          Severity.NOTE,
          ProblemKind.POINTLESS,
          path,
          "(%d) weighs nothing: %s gives no score here".formatted(plugin.weight(), plugin.name()),
          "");
    } else if (plugin.weight() < 0) {
      findings.remark(
          Severity.FALLBACK,
          ProblemKind.INVALID,
          path,
          "(%d) must be at least 1: a negative weight prefers the worst node"
              .formatted(plugin.weight()),
          "");
    }
  }

  private void config(Set<String> enabled, Config config) {
    String namePath = config.path() + ".name";
    String name = config.plugin();
    if (!registry.has(name)) {
      if (!ProfileRules.REMOVED.contains(name)) {
        unknown(namePath, name);
      }
    } else if (!enabled.contains(name)) {
      findings.remark(
          Severity.NOTE,
          ProblemKind.POINTLESS,
          namePath,
          "(%s) has arguments but is not enabled in this profile".formatted(name),
          "");
    } else if (InTreePlugin.named(name).isPresent()
        && config.arguments() instanceof RawArguments raw
        && raw.value() != null) {
      findings.remark(
          Severity.NOTE,
          ProblemKind.POINTLESS,
          config.path() + ".args",
          "are not read: %s takes no arguments".formatted(name),
          "");
    }
  }

  private void unknown(String path, String name) {
    findings.remark(
        Severity.FALLBACK,
        ProblemKind.UNKNOWN_NAME,
        path,
        "(\"%s\") is no plugin that exists".formatted(name),
        Spelling.advice(name, registry.plugins().keySet()));
  }
}
