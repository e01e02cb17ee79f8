package io.merapi.kube.plugins.defaultbinder;

import io.merapi.api.framework.BindPlugin;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.effects.Binder;
import io.merapi.kube.effects.Outcome;
import java.util.concurrent.CompletionStage;

/** Binds every pod that reaches it, through the port of effects. */
public final class DefaultBinder implements BindPlugin {

  public static final String NAME = "DefaultBinder";

  private final Binder binder;

  public DefaultBinder(Binder binder) {
    this.binder = binder;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CompletionStage<Verdict> bind(CycleState state, PodInfo pod, String nodeName) {
    return binder
        .bind(pod.pod(), nodeName)
        .thenApply(outcome ->
            switch (outcome) {
              case Outcome.Done _ -> Verdict.success();
              case Outcome.Failed(var message) -> Verdict.error(message);
            });
  }
}
