package io.merapi.batch.plugins.cdp;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.ImpartialVotes;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.kube.configuration.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Spares pods for the time that they ask for, counted from when they were scheduled. */
public final class Cdp implements ImpartialVotes {

  public static final String NAME = "cdp";

  private static final String SCHEDULED = "PodScheduled";

  private final InstantSource clock;

  public Cdp(Session session) {
    this.clock = session.clock();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public VictimVote mayGo(List<? extends Task> candidates) {
    Instant now = clock.instant();
    return VictimVote.of(
        candidates.stream().filter(candidate -> !isProtected(candidate.pod(), now)).toList());
  }

  /** The time of a pod may be over at any moment. */
  @Override
  public VictimDependence mayGoDependence(List<? extends Task> candidates) {
    for (Task candidate : candidates) {
      if (cooldown(candidate.pod()) != null) {
        return VictimDependence.ANYTHING;
      }
    }
    return VictimDependence.NODE;
  }

  /** Only a pod that runs is protected, and only if it says when it was scheduled. */
  private static boolean isProtected(Pod pod, Instant now) {
    Duration cooldown = cooldown(pod);
    Instant scheduled = scheduled(pod);
    return cooldown != null
        && scheduled != null
        && pod.status().phase() == PodPhase.RUNNING
        && scheduled.plus(cooldown).isAfter(now);
  }

  /** A label that cannot be read is not made up for by an annotation. */
  private static @Nullable Duration cooldown(Pod pod) {
    String text = pod.meta().labels().get(VolcanoKeys.COOLDOWN_TIME);
    if (text == null) {
      text = pod.meta().annotations().get(VolcanoKeys.COOLDOWN_TIME);
    }
    return text == null ? null : GoDuration.parse(text);
  }

  private static @Nullable Instant scheduled(Pod pod) {
    for (PodCondition condition : pod.status().conditions()) {
      if (condition.type().equals(SCHEDULED) && condition.status().equals("True")) {
        return condition.lastTransitionTime();
      }
    }
    return null;
  }
}
