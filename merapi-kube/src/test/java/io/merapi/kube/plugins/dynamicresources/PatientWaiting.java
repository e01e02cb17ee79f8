package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.effects.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Waits for a trial's cluster, until the test says that it has been long enough. */
final class PatientWaiting implements Waiting {

  private final DeviceTrial trial;
  private final List<Waiter> waiters = new ArrayList<>();

  PatientWaiting(DeviceTrial trial) {
    this.trial = trial;
  }

  @Override
  public CompletionStage<Verdict> until(
      Function<ClusterView, @Nullable Verdict> look, Duration atMost, Verdict tooLate) {
    var waiter = new Waiter(look, atMost, tooLate, new CompletableFuture<>());
    waiters.add(waiter);
    look();
    return waiter.answer;
  }

  /** Lets everybody look at the cluster, as after a change. */
  void look() {
    for (Waiter waiter : List.copyOf(waiters)) {
      Verdict verdict = waiter.look.apply(trial.view());
      if (verdict != null && waiters.remove(waiter)) {
        waiter.answer.complete(verdict);
      }
    }
  }

  /** Lets the time of everybody be over who waits no longer than this. */
  void giveUp(Duration after) {
    for (Waiter waiter : List.copyOf(waiters)) {
      if (waiter.atMost.compareTo(after) <= 0 && waiters.remove(waiter)) {
        waiter.answer.complete(waiter.tooLate);
      }
    }
  }

  private record Waiter(
      Function<ClusterView, @Nullable Verdict> look,
      Duration atMost,
      Verdict tooLate,
      CompletableFuture<Verdict> answer) {}
}
