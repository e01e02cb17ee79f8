package io.merapi.kube.cycle;

import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.LivePods;
import io.merapi.kube.queue.PendingPod;
import io.merapi.kube.queue.Pool;
import io.merapi.kube.queue.SchedulingQueue;
import io.merapi.kube.state.ClusterState;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The pods of a scheduler for its plugins. */
final class SchedulerPods implements LivePods {

  private final ClusterState state;
  private final Executor loop;
  private final Supplier<SchedulingQueue> queue;

  /**
   * @param queue which does not exist yet when plugins are made
   */
  SchedulerPods(ClusterState state, Executor loop, Supplier<SchedulingQueue> queue) {
    this.state = state;
    this.loop = loop;
    this.queue = queue;
  }

  @Override
  public @Nullable Pod pod(String key) {
    return state.pod(key);
  }

  @Override
  public void activate(Pod pod) {
    loop.execute(() -> queue.get().activate(pod));
  }

  @Override
  public void reconsider(Pod pod) {
    loop.execute(() -> {
      PendingPod pending = queue.get().find(pod.key());
      if (pending != null && pending.pool() == Pool.GATED) {
        queue.get().activate(pod);
      }
    });
  }
}
