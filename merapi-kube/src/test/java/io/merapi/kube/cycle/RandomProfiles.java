package io.merapi.kube.cycle;

import io.merapi.api.feature.FeatureGates;
import io.merapi.kube.configuration.ClientConnection;
import io.merapi.kube.configuration.EnabledPlugin;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.LeaderElection;
import io.merapi.kube.configuration.PluginExpansion;
import io.merapi.kube.configuration.PluginSet;
import io.merapi.kube.configuration.PluginSets;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.configuration.ResourceWeight;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import io.merapi.kube.plugins.noderesourcesfit.ScoringStrategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Configurations whose profiles differ in plugins, weights and arguments. */
final class RandomProfiles {

  /** Without them pods are placed otherwise, but nowhere where they do not fit. */
  private static final List<String> DISPENSABLE =
      List.of(
          "NodeAffinity",
          "PodTopologySpread",
          "InterPodAffinity",
          "NodeResourcesBalancedAllocation",
          "ImageLocality",
          "DefaultPreemption",
          "TaintToleration");

  private static final List<String> SCORING =
      List.of("NodeResourcesFit", "NodeResourcesBalancedAllocation", "ImageLocality");

  private RandomProfiles() {}

  /**
   * A profile for each of some schedulers.
   *
   * @param schedulers at least one
   */
  static KubeConfiguration of(SplittableRandom random, String... schedulers) {
    return new KubeConfiguration(
        1 + random.nextInt(3),
        LeaderElection.DEFAULTS,
        ClientConnection.DEFAULTS,
        false,
        false,
        0,
        1 + random.nextInt(2),
        5 + random.nextInt(6),
        Arrays.stream(schedulers).map(name -> profile(name, random)).toList(),
        List.of(),
        false);
  }

  private static Profile profile(String scheduler, SplittableRandom random) {
    var disabled = new ArrayList<String>();
    for (String plugin : DISPENSABLE) {
      if (random.nextInt(4) == 0) {
        disabled.add(plugin);
      }
    }
    var weights = new ArrayList<EnabledPlugin>();
    for (String plugin : SCORING) {
      if (random.nextBoolean() && !disabled.contains(plugin)) {
        weights.add(new EnabledPlugin(plugin, 1 + random.nextInt(5)));
      }
    }
    PluginSets sets =
        new PluginSets(
                new PluginSet(List.of(), disabled),
                Map.of(ExtensionPoint.SCORE, new PluginSet(weights, List.of())))
            .over(DefaultPlugins.sets(FeatureGates.DEFAULTS));
    Profile plain = DefaultPlugins.profile(FeatureGates.DEFAULTS);
    var arguments = new HashMap<>(plain.arguments());
    if (random.nextBoolean()) {
      arguments.put(
          "NodeResourcesFit",
          new NodeResourcesFitArgs(
              List.of(),
              List.of(),
              new ScoringStrategy(
                  ScoringStrategy.Type.MOST_ALLOCATED, ResourceWeight.CPU_AND_MEMORY, List.of())));
    }
    return new Profile(
        scheduler,
        null,
        PluginExpansion.expand(scheduler, sets, KubePlugins.IN_TREE.registry()).plugins(),
        arguments);
  }
}
