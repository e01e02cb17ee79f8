package io.merapi.kube.cycle;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.WaitingPods;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.claims.ClaimChanges;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginFactories;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.placement.ClassMemory;
import io.merapi.kube.placement.IncrementalPlacement;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.Placement;
import io.merapi.kube.placement.ReferencePlacement;
import io.merapi.kube.placement.TieBreak;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The profiles of one configuration, ready to run, each with its way to find nodes. */
final class Profiles {

  /** So many of each profile are compared with the definition in each check of the books. */
  private static final int AUDITED_CLASSES = 4;

  private final Map<String, SchedulingProfile> profiles = new LinkedHashMap<>();
  private final Map<String, Placement> placements = new LinkedHashMap<>();

  /**
   * Makes the plugins of all profiles.
   *
   * @param claims followed for all of them
   * @param extenders who have a say beside the plugins
   * @param fanOut for work over many nodes
   */
  Profiles(
      KubeConfiguration configuration,
      PluginFactories factories,
      ClaimChanges claims,
      Extenders extenders,
      FanOut fanOut,
      Surroundings in) {
    var rotation = new NodeRotation();
    ClassMemory memory = in.settings.memory().dividedBy(configuration.profiles().size());
    for (Profile profile : configuration.profiles()) {
      var context =
          new ProfileContext(
              in.dictionary,
              in.gates,
              in.clock,
              in.settings.fixes(),
              in.waitingPods,
              in.measures.ofProfile(profile.schedulerName()));
      var made = new SchedulingProfile(profile, factories, context, extenders, fanOut);
      var sampling =
          NodeSampling.of(
              profile.percentageOfNodesToScore(),
              configuration.percentageOfNodesToScore(),
              in.settings.upstreamSampling());
      var ties = new TieBreak(in.settings.seed());
      profiles.put(profile.schedulerName(), made);
      placements.put(
          profile.schedulerName(),
          in.settings.reference()
              ? new ReferencePlacement(made, sampling, rotation, ties)
              : new IncrementalPlacement(made, sampling, rotation, ties, claims, memory));
    }
  }

  /** By the name of their scheduler, in the order of the configuration. */
  Map<String, SchedulingProfile> byName() {
    return Collections.unmodifiableMap(profiles);
  }

  Set<String> names() {
    return Collections.unmodifiableSet(profiles.keySet());
  }

  /** Whether one of them is responsible for a pod. */
  boolean serve(Pod pod) {
    return profiles.containsKey(pod.spec().schedulerNameOrDefault());
  }

  /** How nodes are found for the pods of one of the profiles. */
  Placement placement(SchedulingProfile profile) {
    return Objects.requireNonNull(placements.get(profile.schedulerName()));
  }

  /** What is remembered of classes of pods and is not so. */
  List<Violation> audit(SnapshotView cluster, Nominations nominations) {
    return placements.values().stream()
        .flatMap(placement -> placement.audit(cluster, nominations, AUDITED_CLASSES).stream())
        .toList();
  }

  /** What all plugins are given, whatever the configuration. */
  record Surroundings(
      ResourceDictionary dictionary,
      FeatureGates gates,
      InstantSource clock,
      SchedulerSettings settings,
      WaitingPods waitingPods,
      KubeMeasures measures) {

    /** The same for a trial, which is not counted and sees no pod that waits for permission. */
    Surroundings forTrial() {
      return new Surroundings(
          dictionary, gates, clock, settings, WaitingPods.NONE, KubeMeasures.NONE);
    }
  }
}
