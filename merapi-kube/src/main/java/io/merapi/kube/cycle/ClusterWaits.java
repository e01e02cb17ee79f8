package io.merapi.kube.cycle;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.effects.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What plugins wait for in the cluster; looked at after every change of it. */
public final class ClusterWaits implements Waiting {

  private final InstantSource clock;
  private final Executor loop;
  private final Supplier<ClusterView> cluster;
  private final List<Wait> waits = new ArrayList<>();

  public ClusterWaits(InstantSource clock, Executor loop, Supplier<ClusterView> cluster) {
    this.clock = clock;
    this.loop = loop;
    this.cluster = cluster;
  }

  @Override
  public CompletionStage<Verdict> until(
      Function<ClusterView, @Nullable Verdict> look, Duration atMost, Verdict tooLate) {
    var wait = new Wait(look, clock.instant().plus(atMost), tooLate, new CompletableFuture<>());
    // A plugin may ask from wherever its effect was answered.
    loop.execute(() -> {
      waits.add(wait);
      look();
    });
    return wait.done;
  }

  /** Looks again, because the cluster has changed or time has passed. */
  public void look() {
    if (waits.isEmpty()) {
      return;
    }
    ClusterView now = cluster.get();
    // What is answered may lead to new waits at once.
    for (Wait wait : List.copyOf(waits)) {
      Verdict verdict = said(wait, now);
      if (verdict != null && waits.remove(wait)) {
        wait.done.complete(verdict);
      }
    }
  }

  private @Nullable Verdict said(Wait wait, ClusterView now) {
    try {
      Verdict verdict = wait.look.apply(now);
      return verdict == null && !clock.instant().isBefore(wait.deadline) ? wait.tooLate : verdict;
    } catch (RuntimeException e) {
      return Verdict.error("waiting failed: " + e);
    }
  }

  /** When the next wait is over, whatever happens; null where nobody waits. */
  public @Nullable Instant nextDeadline() {
    return waits.stream().map(Wait::deadline).min(Instant::compareTo).orElse(null);
  }

  private record Wait(
      Function<ClusterView, @Nullable Verdict> look,
      Instant deadline,
      Verdict tooLate,
      CompletableFuture<Verdict> done) {}
}
