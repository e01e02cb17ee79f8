package io.merapi.kube.effects;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Waits for the cluster to become what a plugin needs. */
public interface Waiting {

  /**
   * Looks at the cluster after every change of it until there is something to say.
   *
   * @param look called on the scheduling thread; null to go on waiting
   * @param tooLate what is said when the time is over
   */
  CompletionStage<Verdict> until(
      Function<ClusterView, @Nullable Verdict> look, Duration atMost, Verdict tooLate);
}
