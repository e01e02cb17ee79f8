package io.merapi.config.kube;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.KubePluginSpec;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.kube.ProfileDraft.Config;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import io.merapi.config.source.SourceNode.Mapping;
import io.merapi.config.source.Spelling;
import io.merapi.config.source.TreeArguments;
import io.merapi.kube.configuration.EnabledPlugin;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.PluginExpansion;
import io.merapi.kube.configuration.PluginExpansion.Fault;
import io.merapi.kube.configuration.PluginRegistry;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.configuration.ProfilePlugins;
import io.merapi.kube.plugins.InTreePlugin;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes profiles of drafts, with the checks that upstream makes when it builds the scheduler. */
final class ProfileBuilder {

  private static final String FIT = InTreePlugin.NODE_RESOURCES_FIT.name();

  private final KubePlugins plugins;
  private final PluginRegistry registry;
  private final FeatureGates gates;
  private final Findings findings;

  ProfileBuilder(KubePlugins plugins, FeatureGates gates, Findings findings) {
    this.plugins = plugins;
    this.registry = plugins.registry();
    this.gates = gates;
    this.findings = findings;
  }

  List<Profile> build(List<ProfileDraft> drafts, List<Extender> extenders) {
    checkTrust(extenders);
    List<String> ignored =
        extenders.stream()
            .flatMap(extender -> extender.managedResources().stream())
            .filter(Extender.ManagedResource::ignoredByScheduler)
            .map(Extender.ManagedResource::name)
            .toList();
    var profiles = new ArrayList<Profile>();
    for (ProfileDraft draft : drafts) {
      Map<String, Record> arguments = arguments(draft);
      if (!ignored.isEmpty()) {
        ignore(draft, ignored, arguments);
      }
      profiles.add(profile(draft, arguments));
    }
    // Profiles that validation refuses for this have been reported.
    if (!findings.any(Stage.VALIDATE) && !findings.any(Stage.BUILD)) {
      checkCommonQueueSort(drafts, profiles);
    }
    return profiles;
  }

  private void checkTrust(List<Extender> extenders) {
    for (int i = 0; i < extenders.size(); i++) {
      Extender.Tls tls = extenders.get(i).tls();
      if (tls != null && tls.insecure() && tls.hasAuthorities()) {
        String message =
            "specifying a root certificates file with the insecure flag is not allowed";
        findings.build(
            ProblemKind.INVALID,
            "extenders[%d].tlsConfig.insecure".formatted(i),
            "couldn't build extenders: " + message,
            message,
            "leave out insecure, or caFile and caData");
      }
    }
  }

  /** What the file gives, and the defaults of the enabled plugins of which it says nothing. */
  private Map<String, Record> arguments(ProfileDraft draft) {
    var arguments = new HashMap<String, Record>();
    for (Config config : draft.pluginConfig()) {
      arguments.putIfAbsent(config.plugin(), config.arguments());
    }
    for (String name : draft.merged().enabledNames()) {
      plugins
          .takingArguments(name)
          .ifPresent(plugin -> arguments.computeIfAbsent(name, _ -> defaults(draft, plugin)));
    }
    return arguments;
  }

  private @Nullable Record defaults(ProfileDraft draft, KubePluginSpec<?> plugin) {
    var nothing = new Mapping(Location.of(""), List.of());
    var problems = new Problems();
    Record defaults =
        new TreeArguments(nothing, "", new JsonScalars(false), Severity.REFUSED, problems)
            .readBy(plugin, gates);
    if (defaults == null) {
      String message =
          "plugin (%s) has no arguments here, which %s"
              .formatted(plugin.name(), problems.all().getFirst().message());
      findings.build(
          ProblemKind.INVALID,
          draft.path(),
          "initializing plugin %s: %s".formatted(FieldErrors.quote(plugin.name()), message),
          message,
          "");
    }
    return defaults;
  }

  /** Resources that only an extender counts replace those that the profile ignores. */
  private void ignore(ProfileDraft draft, List<String> resources, Map<String, Record> arguments) {
    if (arguments.get(FIT) instanceof NodeResourcesFitArgs args) {
      arguments.put(FIT, args.ignoring(resources));
      return;
    }
    String message = "can't find NodeResourcesFitArgs in plugin config";
    findings.build(
        ProblemKind.REQUIRED,
        draft.path(),
        "couldn't build extenders: " + message,
        message,
        "an extender that hides resources from the scheduler needs %s in every profile"
            .formatted(FIT));
  }

  private Profile profile(ProfileDraft draft, Map<String, Record> arguments) {
    String prefix =
        "initializing profiles: creating profile for scheduler name %s: "
            .formatted(draft.schedulerName());
    Config fit = draft.config(FIT);
    if (fit != null && draft.merged().enabledNames().contains(FIT)) {
      reportFitArguments(fit, prefix);
    }
    PluginExpansion.Outcome outcome =
        PluginExpansion.expand(draft.schedulerName(), draft.merged(), registry);
    for (Fault fault : outcome.faults()) {
      report(draft, fault, prefix);
    }
    return new Profile(
        draft.schedulerName(), draft.percentageOfNodesToScore(), outcome.plugins(), arguments);
  }

  private void reportFitArguments(Config fit, String prefix) {
    String args = fit.path() + ".args.";
    String all =
        FieldErrors.aggregate(
            fit.invalid().stream()
                .map(problem -> problem.path().substring(args.length()) + ": " + problem.message())
                .toList());
    for (Problem problem : fit.invalid()) {
      findings.build(
          problem.kind(),
          problem.path(),
          "%sinitializing plugin %s: %s".formatted(prefix, FieldErrors.quote(FIT), all),
          problem.message(),
          problem.advice());
    }
  }

  private void report(ProfileDraft draft, Fault fault, String prefix) {
    EnabledPlugin plugin = plugin(draft, fault);
    if (plugin != null
        && fault.kind() == ProblemKind.UNKNOWN_NAME
        && fault.point() != null
        && ProfileRules.REMOVED.contains(plugin.name())) {
      return;
    }
    findings.build(
        fault.kind(),
        path(draft, fault),
        prefix + fault.message(),
        fault.message(),
        advice(fault, plugin));
  }

  /** Where the file says what the fault is about; an index counts what the defaults added, too. */
  private static String path(ProfileDraft draft, Fault fault) {
    String set = fault.point() == null ? "multiPoint" : fault.point().key();
    String path = "%s.plugins.%s".formatted(draft.path(), set);
    EnabledPlugin plugin = plugin(draft, fault);
    if (plugin == null) {
      return path;
    }
    List<EnabledPlugin> given =
        fault.point() == null
            ? draft.given().multiPoint().enabled()
            : draft.given().at(fault.point()).enabled();
    return "%s.enabled[%d]".formatted(path, given.lastIndexOf(plugin));
  }

  private static @Nullable EnabledPlugin plugin(ProfileDraft draft, Fault fault) {
    if (fault.enabledIndex() == Fault.WHOLE_POINT) {
      return null;
    }
    return fault.point() == null
        ? draft.merged().multiPoint().enabled().get(fault.enabledIndex())
        : draft.merged().at(fault.point()).enabled().get(fault.enabledIndex());
  }

  private String advice(Fault fault, @Nullable EnabledPlugin plugin) {
    if (fault.kind() != ProblemKind.UNKNOWN_NAME || plugin == null) {
      return "";
    }
    ExtensionPoint point = fault.point();
    List<String> known =
        registry.plugins().keySet().stream()
            .filter(name -> point == null || registry.implementsPoint(name, point))
            .sorted()
            .toList();
    return Spelling.advice(plugin.name(), known, "plugins");
  }

  private void checkCommonQueueSort(List<ProfileDraft> drafts, List<Profile> profiles) {
    String first = queueSort(profiles.getFirst().plugins());
    Record firstArguments = profiles.getFirst().arguments().get(first);
    for (int i = 1; i < profiles.size(); i++) {
      Profile profile = profiles.get(i);
      String own = queueSort(profile.plugins());
      String message = null;
      if (!own.equals(first)) {
        message =
            "different queue sort plugins for profile %s: %s, first: %s"
                .formatted(
                    FieldErrors.quote(profile.schedulerName()),
                    FieldErrors.quote(own),
                    FieldErrors.quote(first));
      } else if (!Objects.equals(profile.arguments().get(own), firstArguments)) {
        message =
            "different queue sort plugin args for profile "
                + FieldErrors.quote(profile.schedulerName());
      }
      if (message != null) {
        findings.build(
            ProblemKind.INVALID,
            drafts.get(i).path(),
            "initializing profiles: " + message,
            message,
            "there is one queue for all profiles");
      }
    }
  }

  private static String queueSort(ProfilePlugins plugins) {
    return plugins.at(ExtensionPoint.QUEUE_SORT).getFirst();
  }
}
