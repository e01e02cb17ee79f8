package io.merapi.kube.effects;

import io.merapi.api.pod.Pod;

/** Binds pods to nodes. */
public interface Binder {

  /**
   * Binds a pod and waits until that is done or has failed.
   *
   * <p>Called off the scheduling thread, for several pods at once, each once per attempt. A failure
   * is a value: throwing means that the binder itself is broken.
   */
  Outcome bind(Pod pod, String nodeName);

  /** What came of it. */
  sealed interface Outcome {

    static Outcome bound() {
      return Bound.INSTANCE;
    }

    static Outcome failed(String message) {
      return new Failed(message);
    }
  }

  /** The pod is bound. */
  record Bound() implements Outcome {

    private static final Bound INSTANCE = new Bound();
  }

  /**
   * The pod is not bound.
   *
   * @param message why, for the person whose pod it is
   */
  record Failed(String message) implements Outcome {}
}
