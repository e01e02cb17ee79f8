package io.merapi.kube.effects;

import io.merapi.api.pod.Pod;
import java.util.concurrent.CompletionStage;

/** Takes pods off the cluster in favour of others. */
public interface Evictor {

  /**
   * Marks a pod as disrupted by the scheduler and deletes it; done where it is gone already.
   *
   * @param preemptor the pod that gets the room
   */
  CompletionStage<Outcome> evict(Pod victim, Pod preemptor);
}
