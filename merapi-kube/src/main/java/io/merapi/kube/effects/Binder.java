package io.merapi.kube.effects;

import io.merapi.api.pod.Pod;
import java.util.concurrent.CompletionStage;

/** Binds pods to nodes. */
public interface Binder {

  /** Binds a pod; called for several pods at once, each once per attempt. */
  CompletionStage<Outcome> bind(Pod pod, String nodeName);
}
