package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.VolumeWriter;
import io.merapi.kube.effects.Waiting;
import io.merapi.kube.plugins.volumebinding.Reservation.Taken;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a reservation: writes volumes, then claims, one after the other, and waits until the
 * controller of volumes and the provisioners have bound all claims.
 *
 * <p>What was written stays written when a later step fails: the next attempt finds the volume kept
 * for its claim, or a node chosen for the claim.
 */
final class VolumeBinder {

  private static final Verdict TOO_LATE =
      Verdict.error(BindingCheck.FAILURE + "context deadline exceeded");

  private final VolumeWriter writer;
  private final Waiting waiting;
  private final Duration atMost;

  VolumeBinder(VolumeWriter writer, Waiting waiting, Duration atMost) {
    this.writer = writer;
    this.waiting = waiting;
    this.atMost = atMost;
  }

  /**
   * @param look says when all is bound; null to go on waiting
   */
  CompletionStage<Verdict> bind(
      Reservation reservation, Function<ClusterView, @Nullable Verdict> look) {
    CompletionStage<Verdict> done = CompletableFuture.completedStage(Verdict.success());
    for (var volume : reservation.volumes()) {
      done = then(done, () -> write(volume, writer::update));
    }
    for (var claim : reservation.claims()) {
      done = then(done, () -> write(claim, writer::update));
    }
    return then(done, () -> waiting.until(look, atMost, TOO_LATE))
        .thenApply(verdict -> {
          if (verdict.isSuccess()) {
            reservation.settle();
          } else {
            reservation.undo();
          }
          return verdict;
        });
  }

  private static CompletionStage<Verdict> then(
      CompletionStage<Verdict> before, Supplier<CompletionStage<Verdict>> next) {
    return before.thenCompose(
        verdict -> verdict.isSuccess() ? next.get() : CompletableFuture.completedStage(verdict));
  }

  private static <T extends ClusterObject> CompletionStage<Verdict> write(
      Taken<T> taken, Function<T, CompletionStage<Outcome>> update) {
    return update
        .apply(taken.after())
        .thenApply(outcome ->
            switch (outcome) {
              case Outcome.Done _ -> {
                taken.markWritten();
                yield Verdict.success();
              }
              case Outcome.Failed(var message) -> Verdict.error(message);
            });
  }
}
