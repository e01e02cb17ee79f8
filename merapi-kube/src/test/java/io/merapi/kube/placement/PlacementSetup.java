package io.merapi.kube.placement;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.configuration.EnabledPlugin;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.PluginExpansion;
import io.merapi.kube.configuration.PluginSet;
import io.merapi.kube.configuration.PluginSets;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.PluginFactories;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.KubePlugins;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a random history goes, and how its pods are placed.
 *
 * @param nodes most that there are at a time
 * @param clusterFirst whether filters that look at the cluster come before those that look at a
 *     node
 * @param moody whether plugins fail now and then
 * @param census whether a plugin takes part that looks at all nodes
 * @param social whether pods are about the pods around them
 */
record PlacementSetup(
    long seed,
    int nodes,
    NodeSampling sampling,
    boolean clusterFirst,
    boolean moody,
    boolean census,
    boolean social,
    IncrementalPlacement.Memory memory,
    FanOut fanOut) {

  private static final PluginSets CLUSTER_FIRST =
      new PluginSets(
          PluginSet.EMPTY,
          Map.of(
              ExtensionPoint.FILTER, enabling(List.of("InterPodAffinity", "PodTopologySpread"))));

  /** The plugins of a fresh installation, all nodes, one thread. */
  static PlacementSetup of(long seed, int nodes) {
    return new PlacementSetup(
        seed,
        nodes,
        NodeSampling.ALL_NODES,
        false,
        false,
        false,
        false,
        new IncrementalPlacement.Memory(ClassMemory.DEFAULT, 1 << 14),
        FanOut.NONE);
  }

  PlacementSetup sampling(int percentage) {
    return new PlacementSetup(
        seed,
        nodes,
        NodeSampling.of(percentage, 0, false),
        clusterFirst,
        moody,
        census,
        social,
        memory,
        fanOut);
  }

  PlacementSetup clusterFirst(boolean value) {
    return new PlacementSetup(seed, nodes, sampling, value, moody, census, social, memory, fanOut);
  }

  PlacementSetup withMoody() {
    return new PlacementSetup(
        seed, nodes, sampling, clusterFirst, true, census, social, memory, fanOut);
  }

  PlacementSetup withCensus() {
    return new PlacementSetup(
        seed, nodes, sampling, clusterFirst, moody, true, social, memory, fanOut);
  }

  /** Pods are about the pods around them, and seldom about anything else. */
  PlacementSetup withSocialPods() {
    return new PlacementSetup(
        seed, nodes, sampling, clusterFirst, moody, census, true, memory, fanOut);
  }

  PlacementSetup memory(int classes, int changes) {
    var little = new IncrementalPlacement.Memory(new ClassMemory(0, classes), changes);
    return new PlacementSetup(
        seed, nodes, sampling, clusterFirst, moody, census, social, little, fanOut);
  }

  /** Every node is worth a thread. */
  PlacementSetup threads(int threads) {
    return new PlacementSetup(
        seed, nodes, sampling, clusterFirst, moody, census, social, memory, new FanOut(threads, 1));
  }

  SchedulingProfile profile(ResourceDictionary dictionary) {
    FeatureGates gates = FeatureGates.DEFAULTS;
    return new SchedulingProfile(
        configuration(gates),
        factories(),
        new ProfileContext(dictionary, gates, InstantSource.fixed(Instant.EPOCH)),
        Extenders.NONE,
        fanOut);
  }

  private Profile configuration(FeatureGates gates) {
    Profile plain = DefaultPlugins.profile(gates);
    PluginSets sets = DefaultPlugins.sets(gates);
    sets = clusterFirst ? CLUSTER_FIRST.over(sets) : sets;
    sets = moody ? with(Moody.NAME, List.of()).over(sets) : sets;
    sets = census ? with(Census.NAME, List.of(Census.NAME)).over(sets) : sets;
    var registry =
        KubePlugins.IN_TREE
            .registry()
            .with(Moody.NAME, Set.of(ExtensionPoint.FILTER, ExtensionPoint.SCORE))
            .with(
                Census.NAME,
                Set.of(ExtensionPoint.PRE_FILTER, ExtensionPoint.FILTER, ExtensionPoint.SCORE));
    return new Profile(
        plain.schedulerName(),
        null,
        PluginExpansion.expand(plain.schedulerName(), sets, registry).plugins(),
        plain.arguments());
  }

  private static PluginSets with(String plugin, List<String> firstFilters) {
    return new PluginSets(
        enabling(List.of(plugin)), Map.of(ExtensionPoint.FILTER, enabling(firstFilters)));
  }

  private static PluginSet enabling(List<String> plugins) {
    return new PluginSet(plugins.stream().map(EnabledPlugin::of).toList(), List.of());
  }

  private static PluginFactories factories() {
    PluginFactories inTree = KubePlugins.IN_TREE.factories(SchedulerParts.forQuestions());
    return (name, profile, context) ->
        switch (name) {
          case Moody.NAME -> new Moody();
          case Census.NAME -> new Census(context);
          default -> inTree.make(name, profile, context);
        };
  }

  Placement reference(SchedulingProfile profile) {
    return new ReferencePlacement(profile, sampling, new NodeRotation(), new TieBreak(seed));
  }

  IncrementalPlacement incremental(SchedulingProfile profile) {
    return new IncrementalPlacement(
        profile,
        sampling,
        new NodeRotation(),
        new TieBreak(seed),
        SchedulerParts.forQuestions().claimChanges(),
        memory);
  }
}
