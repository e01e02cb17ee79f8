package io.merapi.kube.plugins.defaultbinder;

import io.merapi.api.framework.BindPlugin;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.effects.Binder;

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
  public Verdict bind(CycleState state, PodInfo pod, String nodeName) {
    return switch (binder.bind(pod.pod(), nodeName)) {
      case Binder.Bound _ -> Verdict.success();
      case Binder.Failed(var message) -> Verdict.error(message);
    };
  }
}
