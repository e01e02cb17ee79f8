package io.merapi.bench.soak;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.TopologySpreadConstraint;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.kube.configuration.EnabledPlugin;
import io.merapi.kube.configuration.PluginExpansion;
import io.merapi.kube.configuration.PluginSet;
import io.merapi.kube.configuration.PluginSets;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.configuration.ResourceWeight;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.InTreePlugin;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinityArgs;
import io.merapi.kube.plugins.nodeaffinity.NodeAffinityArgs;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import io.merapi.kube.plugins.noderesourcesfit.ScoringStrategy;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpreadArgs;
import io.merapi.testkit.SpreadBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Profiles from a seed: the default one, or with other plugins, orders, weights and arguments. */
final class RandomProfile {

  /** No profile can do without. */
  private static final Set<String> NEEDED =
      Set.of(InTreePlugin.PRIORITY_SORT.name(), InTreePlugin.DEFAULT_BINDER.name());

  private RandomProfile() {}

  static Profile of(long seed) {
    var random = new Random(seed);
    Profile plain = DefaultPlugins.profile(FeatureGates.DEFAULTS);
    if (random.nextInt(3) == 0) {
      return plain;
    }
    var enabled = new ArrayList<EnabledPlugin>();
    for (EnabledPlugin plugin : DefaultPlugins.sets(FeatureGates.DEFAULTS).multiPoint().enabled()) {
      if (NEEDED.contains(plugin.name()) || random.nextInt(8) > 0) {
        enabled.add(new EnabledPlugin(plugin.name(), 1 + random.nextInt(5)));
      }
    }
    if (random.nextBoolean()) {
      Collections.shuffle(enabled, random);
    }
    var sets = new PluginSets(new PluginSet(enabled, List.of()), Map.of());
    return new Profile(
        plain.schedulerName(),
        null,
        PluginExpansion.expand(plain.schedulerName(), sets, KubePlugins.IN_TREE.registry())
            .plugins(),
        arguments(plain, random));
  }

  private static Map<String, Record> arguments(Profile plain, Random random) {
    var arguments = new HashMap<>(plain.arguments());
    if (random.nextBoolean()) {
      boolean most = random.nextBoolean();
      arguments.put(
          InTreePlugin.NODE_RESOURCES_FIT.name(),
          new NodeResourcesFitArgs(
              random.nextInt(4) == 0 ? List.of("example.com/gpu") : List.of(),
              List.of(),
              new ScoringStrategy(
                  most ? ScoringStrategy.Type.MOST_ALLOCATED : ScoringStrategy.Type.LEAST_ALLOCATED,
                  ResourceWeight.CPU_AND_MEMORY,
                  List.of())));
    }
    if (random.nextBoolean()) {
      arguments.put(
          InTreePlugin.INTER_POD_AFFINITY.name(),
          new InterPodAffinityArgs(random.nextInt(101), random.nextBoolean()));
    }
    if (random.nextInt(4) == 0) {
      arguments.put(
          InTreePlugin.POD_TOPOLOGY_SPREAD.name(),
          new PodTopologySpreadArgs(spreads(random), PodTopologySpreadArgs.Defaulting.LIST));
    }
    if (random.nextInt(6) == 0) {
      arguments.put(
          InTreePlugin.NODE_AFFINITY.name(),
          new NodeAffinityArgs(new NodeSelector(List.of(disks(random))), List.of()));
    }
    return arguments;
  }

  private static List<TopologySpreadConstraint> spreads(Random random) {
    SpreadBuilder spread =
        SpreadBuilder.spreadOver("topology.kubernetes.io/zone").maxSkew(1 + random.nextInt(3));
    return List.of((random.nextBoolean() ? spread.soft() : spread).build());
  }

  private static NodeSelectorTerm disks(Random random) {
    return new NodeSelectorTerm(
        List.of(
            new SelectorRequirement(
                "disk", random.nextBoolean() ? "Exists" : "DoesNotExist", List.of())),
        List.of());
  }
}
