package io.merapi.config.kube;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.kube.ProfileDraft.Config;
import io.merapi.kube.configuration.EnabledPlugin;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.PluginSet;
import io.merapi.kube.plugins.InTreePlugin;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What profiles must be, each by itself and beside the others. */
final class ProfileRules {

  /** Plugins of volume types that are gone from Kubernetes. */
  static final Set<String> REMOVED =
      Set.of("AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits");

  private static final Set<ExtensionPoint> UNCHECKED =
      Set.of(ExtensionPoint.PLACEMENT_GENERATE, ExtensionPoint.PLACEMENT_SCORE);

  private final Findings findings;

  ProfileRules(Findings findings) {
    this.findings = findings;
  }

  void check(List<ProfileDraft> profiles) {
    var byName = new HashMap<String, ProfileDraft>();
    for (ProfileDraft profile : profiles) {
      check(profile);
      ProfileDraft first = byName.putIfAbsent(profile.schedulerName(), profile);
      if (first != null) {
        // Upstream means to show the first profile's path, of which its printer shows nothing.
        findings.validate(
            ProblemKind.DUPLICATE,
            profile.path() + ".schedulerName",
            FieldErrors.duplicateJson("{}"),
            "%s is named (%s) too: name one of them otherwise"
                .formatted(first.path(), first.schedulerName()));
      }
    }
    commonQueueSort(profiles);
  }

  private void check(ProfileDraft profile) {
    if (profile.schedulerName().isEmpty()) {
      findings.validate(
          ProblemKind.REQUIRED, profile.path() + ".schedulerName", FieldErrors.required(""));
    }
    if (profile.percentageOfNodesToScore() != null) {
      new SettingsRules(findings)
          .percentage(
              profile.path() + ".percentageOfNodesToScore", profile.percentageOfNodesToScore());
    }
    for (ExtensionPoint point : ExtensionPoint.values()) {
      if (!UNCHECKED.contains(point)) {
        removedPlugins(profile, point);
      }
    }
    var configured = new HashSet<String>();
    for (Config config : profile.pluginConfig()) {
      if (!configured.add(config.plugin())) {
        findings.validate(
            ProblemKind.DUPLICATE, config.path(), FieldErrors.duplicate(config.plugin()));
      }
      if (REMOVED.contains(config.plugin())) {
        removed(config.path(), config.plugin());
      } else if (!config.plugin().equals(InTreePlugin.NODE_RESOURCES_FIT.name())) {
        // Upstream looks for the rules of NodeResourcesFit under another name and does not find
        // them, so they are applied when the plugin is made: see ProfileBuilder.
        findings.take(Stage.VALIDATE, config.invalid());
      }
    }
  }

  private void removedPlugins(ProfileDraft profile, ExtensionPoint point) {
    List<EnabledPlugin> enabled = profile.merged().at(point).enabled();
    for (int i = 0; i < enabled.size(); i++) {
      if (REMOVED.contains(enabled.get(i).name())) {
        removed(
            "%s.plugins.%s.enabled[%d]".formatted(profile.path(), point.key(), i),
            enabled.get(i).name());
      }
    }
  }

  private void removed(String path, String plugin) {
    findings.validate(
        ProblemKind.INVALID,
        path,
        FieldErrors.invalid(
            plugin,
            "was invalid in version \"v1\" (KubeSchedulerConfiguration is version %s)"
                .formatted(FieldErrors.quote(KubeConfigurationReader.API_VERSION))));
  }

  /** There is one queue for all profiles, so they must agree on its order. */
  private void commonQueueSort(List<ProfileDraft> profiles) {
    ProfileDraft first = profiles.getFirst();
    PluginSet common = first.merged().at(ExtensionPoint.QUEUE_SORT);
    int count = common.enabled().size();
    if (count > 1) {
      findings.validate(
          ProblemKind.INVALID,
          first.path() + ".plugins.queueSort.Enabled",
          FieldErrors.invalid(count, "only one queue sort plugin can be enabled"));
    }
    String plugin = count == 0 ? "" : common.enabled().getFirst().name();
    Config firstConfig = first.config(plugin);
    for (ProfileDraft profile : profiles.subList(1, profiles.size())) {
      PluginSet own = profile.merged().at(ExtensionPoint.QUEUE_SORT);
      if (!own.equals(common)) {
        findings.validate(
            ProblemKind.INVALID,
            profile.path() + ".plugins.queueSort",
            FieldErrors.invalidJson(json(own), "must be the same for all profiles"));
      }
      Config config = profile.config(plugin);
      if (config != null
          && (firstConfig == null || !config.arguments().equals(firstConfig.arguments()))) {
        findings.validate(
            ProblemKind.INVALID,
            profile.path() + ".pluginConfig.args",
            FieldErrors.invalidJson("{}", "queueSort must be the same for all profiles"));
      }
    }
  }

  private static String json(PluginSet set) {
    return "{\"Enabled\":%s,\"Disabled\":%s}"
        .formatted(
            json(set.enabled()), json(set.disabled().stream().map(EnabledPlugin::of).toList()));
  }

  private static String json(List<EnabledPlugin> plugins) {
    return plugins.isEmpty()
        ? "null"
        : "["
            + String.join(
                ",",
                plugins.stream()
                    .map(plugin ->
                        "{\"Name\":%s,\"Weight\":%d}"
                            .formatted(FieldErrors.quote(plugin.name()), plugin.weight()))
                    .toList())
            + "]";
  }
}
