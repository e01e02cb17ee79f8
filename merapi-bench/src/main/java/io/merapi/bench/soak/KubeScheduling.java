package io.merapi.bench.soak;

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
import java.util.Objects;

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
  private final SchedulingProfile keeping;
  private final IncrementalPlacement incremental;

  KubeScheduling(
      Profile configuration, NodeSampling sampling, ResourceDictionary dictionary, long seed) {
    this.configuration = configuration;
    this.sampling = sampling;
    this.dictionary = dictionary;
    this.tieBreak = new TieBreak(seed);
    this.keeping = profile();
    this.incremental = new IncrementalPlacement(keeping, sampling, new NodeRotation(), tieBreak);
  }

  private SchedulingProfile profile() {
    return new SchedulingProfile(
        configuration,
        KubePlugins.IN_TREE.factories(SchedulerParts.forQuestions()),
        new ProfileContext(dictionary, FeatureGates.DEFAULTS, InstantSource.fixed(Instant.EPOCH)));
  }

  /**
   * Looks for a node both ways, and for victims where there is none.
   *
   * @throws Difference if the two ways do not agree
   */
  PlacementOutcome place(PodInfo pod, Snapshot snapshot, Nominations nominations) {
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
    return defined;
  }

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
