package io.merapi.batch.cycle;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.pod.Pod;
import io.merapi.kube.state.ClusterState;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * Pods whose eviction was asked for and that the cluster does not say are being deleted yet.
 *
 * <p>In the state they are being deleted, so that no session evicts them again and what they hold
 * counts as about to be free.
 */
final class Releases {

  private final ClusterState state;
  private final InstantSource clock;
  private final Map<String, Pod> real = new HashMap<>();

  Releases(ClusterState state, InstantSource clock) {
    this.state = state;
    this.clock = clock;
  }

  void mark(Pod pod) {
    real.put(pod.key(), pod);
    apply(pod);
  }

  /** The eviction has failed: the pod stays what the cluster says it is. */
  void forget(Pod pod) {
    Pod known = real.get(pod.key());
    if (known != null && known.isSameAs(pod)) {
      real.remove(pod.key());
      state.apply(new ObjectEvent.Applied(known));
    }
  }

  /**
   * Takes in what the cluster says of a pod that is marked.
   *
   * @return false where the pod is not marked, or no longer: then the event says all
   */
  boolean absorbs(ObjectEvent event) {
    Pod known = real.get(event.object().key());
    if (known == null || !(event.object() instanceof Pod pod)) {
      return false;
    }
    boolean stays =
        event instanceof ObjectEvent.Applied
            && pod.isSameAs(known)
            && pod.meta().deletionTimestamp() == null
            && !pod.terminated();
    if (stays) {
      real.put(pod.key(), pod);
      apply(pod);
    } else {
      real.remove(pod.key());
    }
    return stays;
  }

  private void apply(Pod pod) {
    Pod leaving = pod.withMeta(pod.meta().withDeletion(clock.instant()));
    state.apply(new ObjectEvent.Applied(leaving));
  }
}
