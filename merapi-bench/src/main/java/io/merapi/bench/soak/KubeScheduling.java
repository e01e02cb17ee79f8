package io.merapi.bench.soak;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.IncrementalPlacement;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.placement.ReferencePlacement;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.kube.state.Snapshot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * The decisions of one profile, made twice: by plugins that know nothing but the attempt, and by
 * plugins and a placement that keep what they can from one attempt to the next.
 */
final class KubeScheduling {

  private final Profile configuration;
  private final NodeSampling sampling;
  private final ResourceDictionary dictionary;
  private final TieBreak tieBreak;
  private final NodeRotation rotation = new NodeRotation();
  private final SchedulerParts parts = SchedulerParts.forQuestions();
  private final SchedulingProfile keeping;

  /** Decisions that the cluster does not know yet. */
  private final List<Reservation> reservations = new ArrayList<>();

  private final IncrementalPlacement incremental;

  KubeScheduling(
      Profile configuration, NodeSampling sampling, ResourceDictionary dictionary, long seed) {
    this.configuration = configuration;
    this.sampling = sampling;
    this.dictionary = dictionary;
    this.tieBreak = new TieBreak(seed);
    this.keeping = profile();
    this.incremental =
        new IncrementalPlacement(
            keeping,
            sampling,
            new NodeRotation(),
            tieBreak,
            parts.claimChanges(),
            LittleMemory.of(seed));
  }

  private SchedulingProfile profile() {
    return new SchedulingProfile(
        configuration,
        KubePlugins.IN_TREE.factories(parts),
        new ProfileContext(dictionary, FeatureGates.DEFAULTS, InstantSource.fixed(Instant.EPOCH)));
  }

  /**
   * Looks for a node both ways, and for victims where there is none.
   *
   * @param reserves whether what the pod claims is taken for it, too, and not written yet
   * @throws Difference if the two ways do not agree
   */
  PlacementOutcome place(
      PodInfo pod, Snapshot snapshot, Nominations nominations, boolean reserves) {
    SchedulingProfile fresh = profile();
    PodAttempt attempt = fresh.attempt(pod, new SnapshotView(snapshot));
    PlacementOutcome defined =
        new ReferencePlacement(fresh, sampling, rotation, tieBreak).place(attempt, nominations);
    PodAttempt keptAttempt = keeping.attempt(pod, new SnapshotView(snapshot));
    PlacementOutcome remembered = incremental.placeInFull(keptAttempt, nominations);
    Difference.check(
        "placement of " + pod.key(),
        OutcomeText.of(defined, attempt.cluster()),
        OutcomeText.of(remembered, attempt.cluster()));
    if (defined instanceof PlacementOutcome.Unfit(var error)
        && remembered instanceof PlacementOutcome.Unfit(var same)) {
      Difference.check(
          "room for " + pod.key(),
          room(fresh, attempt, error.diagnosis(), nominations),
          room(keeping, keptAttempt, same.diagnosis(), nominations));
    }
    if (reserves && defined instanceof PlacementOutcome.Placed placed) {
      String node = placed.node();
      Map<String, String> wanted = taken(fresh, attempt, node);
      fresh.binding().unreserve(attempt, node);
      Difference.check("what is taken for " + pod.key(), wanted, taken(keeping, keptAttempt, node));
      reservations.add(new Reservation(keptAttempt, node));
    }
    return defined;
  }

  /** Takes what a pod claims, and tells all that is taken then. */
  private Map<String, String> taken(SchedulingProfile profile, PodAttempt attempt, String node) {
    String message = profile.binding().reserve(attempt, node).message();
    Map<String, String> all = new TakenClaims(parts).text(attempt.cluster());
    all.put("", message);
    return all;
  }

  /**
   * Gives back what is taken for a pod, or has it written.
   *
   * @return the objects that are written
   */
  List<ClusterObject> settle(RandomGenerator random, SnapshotView cluster) {
    if (reservations.isEmpty()) {
      return List.of();
    }
    Reservation one = reservations.remove(random.nextInt(reservations.size()));
    List<ClusterObject> written =
        random.nextBoolean() ? new TakenClaims(parts).objects(cluster) : List.of();
    keeping.binding().unreserve(one.attempt(), one.node());
    return written;
  }

  private record Reservation(PodAttempt attempt, String node) {}

  private static String room(
      SchedulingProfile profile,
      PodAttempt attempt,
      NodeVerdicts verdicts,
      Nominations nominations) {
    if (profile.filtering().postFilters().isEmpty()) {
      return "";
    }
    PostFilterOutcome room = profile.filtering().postFilter(attempt, verdicts, nominations);
    return room.result().message() + " on " + Objects.toString(room.nominatedNode());
  }
}
