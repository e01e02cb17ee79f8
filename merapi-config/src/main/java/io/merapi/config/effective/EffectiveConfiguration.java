package io.merapi.config.effective;

import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.batch.tier.Tier;
import io.merapi.kube.configuration.ClientConnection;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.GoDuration;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.LeaderElection;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.configuration.ProfilePlugins;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Configurations as trees of maps and lists. */
public final class EffectiveConfiguration {

  private EffectiveConfiguration() {}

  /**
   * As a file of kind {@code KubeSchedulerConfiguration}.
   *
   * @param election what holds, whoever said so
   */
  public static Map<String, @Nullable Object> of(
      KubeConfiguration configuration, LeaderElection election) {
    var tree = new LinkedHashMap<String, @Nullable Object>();
    tree.put("kind", "KubeSchedulerConfiguration");
    tree.put("apiVersion", "kubescheduler.config.k8s.io/v1");
    tree.put("parallelism", configuration.parallelism());
    tree.put("leaderElection", RecordTree.of(election));
    tree.put("clientConnection", client(configuration.clientConnection()));
    tree.put("enableProfiling", configuration.enableProfiling());
    tree.put("enableContentionProfiling", configuration.enableContentionProfiling());
    tree.put("percentageOfNodesToScore", configuration.percentageOfNodesToScore());
    tree.put("podInitialBackoffSeconds", configuration.podInitialBackoffSeconds());
    tree.put("podMaxBackoffSeconds", configuration.podMaxBackoffSeconds());
    tree.put(
        "profiles",
        configuration.profiles().stream().map(EffectiveConfiguration::profile).toList());
    if (!configuration.extenders().isEmpty()) {
      tree.put(
          "extenders",
          configuration.extenders().stream().map(EffectiveConfiguration::extender).toList());
    }
    tree.put("delayCacheUntilActive", configuration.delayCacheUntilActive());
    return tree;
  }

  private static Map<String, Object> client(ClientConnection client) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("kubeconfig", client.kubeconfig());
    tree.put("acceptContentTypes", client.acceptContentTypes());
    tree.put("contentType", client.contentType());
    tree.put("qps", (double) client.qps());
    tree.put("burst", client.burst());
    return tree;
  }

  private static Map<String, @Nullable Object> profile(Profile profile) {
    var tree = new LinkedHashMap<String, @Nullable Object>();
    tree.put("schedulerName", profile.schedulerName());
    if (profile.percentageOfNodesToScore() != null) {
      tree.put("percentageOfNodesToScore", profile.percentageOfNodesToScore());
    }
    tree.put("plugins", plugins(profile.plugins()));
    var configured = new ArrayList<Map<String, @Nullable Object>>();
    profile
        .arguments()
        .forEach((name, arguments) -> {
          var entry = new LinkedHashMap<String, @Nullable Object>();
          entry.put("name", name);
          entry.put("args", RecordTree.of(arguments));
          configured.add(entry);
        });
    tree.put("pluginConfig", configured);
    return tree;
  }

  private static Map<String, Object> plugins(ProfilePlugins plugins) {
    var points = new LinkedHashMap<String, Object>();
    for (ExtensionPoint point : ExtensionPoint.values()) {
      List<Map<String, Object>> enabled =
          plugins.at(point).stream().map(name -> plugin(point, name, plugins)).toList();
      points.put(point.key(), enabled.isEmpty() ? Map.of() : Map.of("enabled", enabled));
    }
    return points;
  }

  private static Map<String, Object> plugin(
      ExtensionPoint point, String name, ProfilePlugins plugins) {
    var entry = new LinkedHashMap<String, Object>();
    entry.put("name", name);
    Integer weight =
        point == ExtensionPoint.SCORE
            ? plugins.scoreWeights().get(name)
            : point == ExtensionPoint.PLACEMENT_SCORE
                ? plugins.placementScoreWeights().get(name)
                : null;
    if (weight != null) {
      entry.put("weight", weight);
    }
    return entry;
  }

  /** Without what it proves itself by. */
  private static Map<String, @Nullable Object> extender(Extender extender) {
    var tree = new LinkedHashMap<String, @Nullable Object>();
    tree.put("urlPrefix", extender.urlPrefix());
    tree.put("filterVerb", extender.filterVerb());
    tree.put("preemptVerb", extender.preemptVerb());
    tree.put("prioritizeVerb", extender.prioritizeVerb());
    tree.put("weight", extender.weight());
    tree.put("bindVerb", extender.bindVerb());
    tree.put("enableHTTPS", extender.enableHttps());
    tree.put("httpTimeout", GoDuration.format(extender.httpTimeout()));
    tree.put("nodeCacheCapable", extender.nodeCacheCapable());
    tree.put("managedResources", RecordTree.of(extender.managedResources()));
    tree.put("ignorable", extender.ignorable());
    return tree;
  }

  /** As {@code volcano-scheduler.conf}, but for how the load of nodes is measured. */
  public static Map<String, @Nullable Object> of(BatchConfiguration configuration) {
    var tree = new LinkedHashMap<String, @Nullable Object>();
    tree.put(
        "actions",
        configuration.actions().stream().map(BatchAction::key).collect(Collectors.joining(", ")));
    tree.put("tiers", configuration.tiers().stream().map(EffectiveConfiguration::tier).toList());
    return tree;
  }

  private static Map<String, Object> tier(Tier tier) {
    return Map.of("plugins", tier.plugins().stream().map(EffectiveConfiguration::plugin).toList());
  }

  private static Map<String, @Nullable Object> plugin(PluginOption option) {
    var tree = new LinkedHashMap<String, @Nullable Object>();
    tree.put("name", option.name());
    for (PluginSwitch one : PluginSwitch.values()) {
      boolean on = option.on().contains(one);
      if (on != one.byDefault()) {
        tree.put(one.key(), on);
      }
    }
    if (RecordTree.of(option.arguments()) instanceof Map<?, ?> arguments && !arguments.isEmpty()) {
      tree.put("arguments", arguments);
    }
    return tree;
  }
}
