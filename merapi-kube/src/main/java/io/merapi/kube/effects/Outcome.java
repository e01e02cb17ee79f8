package io.merapi.kube.effects;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What came of an effect. A failure is a value: throwing means that the port itself is broken. */
public sealed interface Outcome {

  /** An effect that is done already. */
  static CompletionStage<Outcome> done() {
    return Done.AT_ONCE;
  }

  /** An effect that has failed already. */
  static CompletionStage<Outcome> failed(String message) {
    return CompletableFuture.completedStage(new Failed(message));
  }

  /** The cluster has taken it. */
  record Done() implements Outcome {

    private static final CompletionStage<Outcome> AT_ONCE =
        CompletableFuture.completedFuture(new Done());
  }

  /**
   * The cluster has not taken it.
   *
   * @param message why, for the person whose pod it is
   */
  record Failed(String message) implements Outcome {}
}
