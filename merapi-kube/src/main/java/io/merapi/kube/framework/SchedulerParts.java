package io.merapi.kube.framework;

import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Waiting;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.state.AssumedObjects;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What the plugins of all profiles of one scheduler share. */
public record SchedulerParts(
    Effects effects, AssumedObjects assumed, Waiting waiting, List<SchedulerExtender> extenders) {

  public SchedulerParts {
    extenders = List.copyOf(extenders);
  }

  /** Parts of a scheduler that is only asked and never acts. */
  public static SchedulerParts forQuestions() {
    return new SchedulerParts(
        Effects.refused(),
        new AssumedObjects(),
        (_, _, tooLate) -> CompletableFuture.completedStage(tooLate),
        List.of());
  }
}
