package io.merapi.batch.plugins.predicates;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PreBindPlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.session.extension.BindContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Binds the volumes and devices that were reserved for a pod, before the pod itself is bound. */
record BindingStep(WrappedFilters filters, CycleState state, PodInfo pod, String nodeName)
    implements BindContext.Step {

  @Override
  public CompletionStage<Verdict> preBind() {
    CompletionStage<Verdict> done = CompletableFuture.completedStage(Verdict.success());
    for (PreBindPlugin plugin : filters.preBinders()) {
      done =
          done.thenCompose(before ->
              before.isSuccess()
                  ? plugin.preBind(state, pod, nodeName)
                  : CompletableFuture.completedStage(before));
    }
    return done.exceptionally(BindingStep::thrown);
  }

  private static Verdict thrown(Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    return Verdict.error("the plugin threw " + cause);
  }

  @Override
  public void rollBack() {
    filters.unreserve(state, pod, nodeName);
  }
}
