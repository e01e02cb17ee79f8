package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;
import java.util.concurrent.CompletionStage;

/** Binds a pod to its node; the first plugin that does not skip has bound it. */
public interface BindPlugin extends Plugin {

  /** Begins to bind and answers when that is done or has failed; must not wait itself. */
  CompletionStage<Verdict> bind(CycleState state, PodInfo pod, String nodeName);
}
