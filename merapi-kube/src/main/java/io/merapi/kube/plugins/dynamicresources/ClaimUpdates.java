package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.effects.ClaimWriter;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.Waiting;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Changes claims that others may be changing too: where the cluster does not take a change because
 * the claim is another by now, the change is made to that one.
 */
final class ClaimUpdates {

  private static final int TRIES = 5;

  /**
   * How long a newer claim may take to show after the cluster has refused a change of the older.
   */
  private static final Duration NEWER_WITHIN = Duration.ofSeconds(1);

  private final ClaimWriter writer;
  private final Waiting waiting;

  ClaimUpdates(ClaimWriter writer, Waiting waiting) {
    this.writer = writer;
    this.waiting = waiting;
  }

  /**
   * Makes a change.
   *
   * @param what the change in words, for the message of a failure
   */
  CompletionStage<Written> apply(ResourceClaim claim, String what, Change change) {
    return apply(claim, what, change, TRIES);
  }

  private CompletionStage<Written> apply(
      ResourceClaim claim, String what, Change change, int tries) {
    ResourceClaim changed;
    try {
      changed = change.of(claim);
    } catch (Refused e) {
      return CompletableFuture.completedStage(new Written(null, String.valueOf(e.getMessage())));
    }
    return writer
        .update(changed)
        .thenCompose(outcome -> {
          if (!(outcome instanceof Outcome.Failed(String message))) {
            return CompletableFuture.completedStage(new Written(changed, ""));
          }
          var failed =
              new Written(null, "%s to claim %s: %s".formatted(what, claim.key(), message));
          return tries == 1
              ? CompletableFuture.completedStage(failed)
              : newer(claim)
                  .thenCompose(newer ->
                      newer == null
                          ? CompletableFuture.completedStage(failed)
                          : apply(newer, what, change, tries - 1));
        });
  }

  /** The claim as it is once it has changed; null where it does not, or is gone. */
  private CompletionStage<@Nullable ResourceClaim> newer(ResourceClaim claim) {
    var found = new AtomicReference<@Nullable ResourceClaim>();
    return waiting
        .until(
            cluster -> {
              ClusterObject now = cluster.object(ObjectKind.RESOURCE_CLAIM, claim.key());
              if (now == null || !now.meta().uid().equals(claim.meta().uid())) {
                return Verdict.skip();
              }
              if (now.meta().resourceVersion().equals(claim.meta().resourceVersion())) {
                return null;
              }
              found.set((ResourceClaim) now);
              return Verdict.success();
            },
            NEWER_WITHIN,
            Verdict.skip())
        .thenApply(_ -> found.get());
  }

  /** What is to become of a claim. */
  interface Change {

    /**
     * The claim with the change.
     *
     * @throws Refused if the claim is no longer one that may be changed so
     */
    ResourceClaim of(ResourceClaim claim) throws Refused;
  }

  /** A change that makes no sense any more. */
  static final class Refused extends Exception {

    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * What came of a change.
   *
   * @param claim as it was written; null where it was not
   * @param message why not
   */
  record Written(@Nullable ResourceClaim claim, String message) {}
}
