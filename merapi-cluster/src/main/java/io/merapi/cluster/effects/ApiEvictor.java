package io.merapi.cluster.effects;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiStatus;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.kube.effects.Evictor;
import io.merapi.kube.effects.Outcome;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Marks victims with the condition {@code DisruptionTarget} and deletes them. */
final class ApiEvictor implements Evictor {

  private final Requests requests;
  private final InstantSource clock;

  ApiEvictor(Requests requests, InstantSource clock) {
    this.requests = requests;
    this.clock = clock;
  }

  @Override
  public CompletionStage<Outcome> evict(Pod victim, Pod preemptor) {
    return evict(victim, preemptor.spec().schedulerName(), List.of());
  }

  /**
   * Marks a victim and deletes it.
   *
   * @param more conditions to mark it with besides
   */
  CompletionStage<Outcome> evict(Pod victim, String scheduler, List<PodCondition> more) {
    var marks = new ArrayList<>(more);
    PodCondition target =
        Conditions.change(
            victim,
            "DisruptionTarget",
            "True",
            "PreemptionByScheduler",
            "%s: preempting to accommodate a higher priority pod".formatted(scheduler),
            clock.instant());
    if (target != null) {
      marks.add(target);
    }
    return requests.urgent(() -> evict(victim, marks), Requests::failed);
  }

  private Outcome evict(Pod victim, List<PodCondition> marks) throws IOException {
    if (!marks.isEmpty()) {
      ApiAnswer marked = requests.send(Conditions.patch(victim, marks, null));
      if (marked.code() == ApiStatus.NOT_FOUND) {
        return new Outcome.Done();
      }
      // On a conflict deleting tells whether the pod is still the victim.
      if (!marked.succeeded() && marked.code() != ApiStatus.CONFLICT) {
        return Requests.outcome(marked);
      }
    }
    ApiAnswer deleted = requests.send(ApiCall.DELETE_POD.delete(victim, DeleteOptions.of(victim)));
    // A conflict here can only mean that another pod has the victim's name now.
    return deleted.code() == ApiStatus.NOT_FOUND || deleted.code() == ApiStatus.CONFLICT
        ? new Outcome.Done()
        : Requests.outcome(deleted);
  }
}
