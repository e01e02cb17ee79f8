package io.merapi.kube.effects;

import io.merapi.api.pod.Pod;
import org.jspecify.annotations.Nullable;

/** The pods of a scheduler as they are now, and not as an attempt has begun with them. */
public interface LivePods {

  /** No pods, for a scheduler that is only asked. */
  LivePods NONE =
      new LivePods() {
        @Override
        public @Nullable Pod pod(String key) {
          return null;
        }

        @Override
        public void activate(Pod pod) {}

        @Override
        public void reconsider(Pod pod) {}
      };

  /** A pod of the cluster; null where it is gone. Asked on the scheduling thread. */
  @Nullable Pod pod(String key);

  /** Lets a pod that waits be tried again without further delay. Called on any thread. */
  void activate(Pod pod);

  /** Asks the plugins that keep a pod out of the queue once more. Called on any thread. */
  void reconsider(Pod pod);
}
