package io.merapi.kube.framework;

import io.merapi.kube.claims.ClaimChanges;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.LivePods;
import io.merapi.kube.effects.Waiting;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.state.AssumedObjects;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What the plugins of all profiles of one scheduler share.
 *
 * @param seed of every choice among equals
 */
public record SchedulerParts(
    Effects effects,
    AssumedObjects assumed,
    PendingAllocations pendingAllocations,
    Waiting waiting,
    LivePods pods,
    List<SchedulerExtender> extenders,
    long seed,
    KubeMeasures measures) {

  public SchedulerParts {
    extenders = List.copyOf(extenders);
  }

  /** Parts of a scheduler that nobody measures. */
  public SchedulerParts(
      Effects effects,
      AssumedObjects assumed,
      PendingAllocations pendingAllocations,
      Waiting waiting,
      LivePods pods,
      List<SchedulerExtender> extenders,
      long seed) {
    this(effects, assumed, pendingAllocations, waiting, pods, extenders, seed, KubeMeasures.NONE);
  }

  /** Parts of a scheduler that has not decided anything yet. */
  public SchedulerParts(
      Effects effects,
      AssumedObjects assumed,
      Waiting waiting,
      LivePods pods,
      List<SchedulerExtender> extenders,
      long seed) {
    this(effects, assumed, new PendingAllocations(), waiting, pods, extenders, seed);
  }

  /** The same beside other extenders. */
  public SchedulerParts withExtenders(List<SchedulerExtender> others) {
    return new SchedulerParts(effects, assumed, pendingAllocations, waiting, pods, others, seed);
  }

  /** Follows what happens to claims, and what plugins decide about them. */
  public ClaimChanges claimChanges() {
    return new ClaimChanges(assumed, pendingAllocations);
  }

  /** Parts of a scheduler that is only asked and never acts. */
  public static SchedulerParts forQuestions() {
    return new SchedulerParts(
        Effects.refused(),
        new AssumedObjects(),
        (_, _, tooLate) -> CompletableFuture.completedStage(tooLate),
        LivePods.NONE,
        List.of(),
        0);
  }
}
