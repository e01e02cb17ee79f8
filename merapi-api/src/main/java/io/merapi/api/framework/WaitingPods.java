package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pods that have a node and wait for permission to be bound to it.
 *
 * <p>To be used on the scheduling thread, from within any extension point.
 */
public interface WaitingPods {

  /** None, for a scheduler that is only asked. */
  WaitingPods NONE =
      new WaitingPods() {
        @Override
        public Collection<? extends WaitingPod> all() {
          return List.of();
        }

        @Override
        public @Nullable WaitingPod find(String podKey) {
          return null;
        }
      };

  /** All of them, in the order in which they began to wait. */
  Collection<? extends WaitingPod> all();

  /** The pod of a key; null where it does not wait. */
  @Nullable WaitingPod find(String podKey);

  /** A pod that waits. */
  interface WaitingPod {

    PodInfo pod();

    String nodeName();

    /** The plugins that have not said yes yet. */
    Set<String> waitsFor();

    /** Says yes for a plugin; the pod is bound when all have. */
    void allow(String plugin);

    /** Says no; the pod gives its node back and waits for another attempt. */
    void reject(String plugin, String message);
  }
}
