package io.merapi.kube.cycle;

import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.measures.MeasuredPoint;
import io.merapi.kube.placement.FitError;
import io.merapi.kube.placement.Placement;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.queue.PendingPod;
import org.jspecify.annotations.Nullable;

/**
 * The search for a node, pod by pod; where there is none, for room. A pod that has got one goes on
 * in a {@link BindingCycle}.
 */
final class SchedulingCycle {

  private final KubeScheduler scheduler;
  private final KubeMeasures measures;
  private KnownFailures failures = new KnownFailures();

  SchedulingCycle(KubeScheduler scheduler, KubeMeasures measures) {
    this.scheduler = scheduler;
    this.measures = measures;
  }

  /** What was found so far does not hold any more. */
  void forget() {
    failures = new KnownFailures();
  }

  /**
   * Looks for a node.
   *
   * @param profiles those of the configuration in force
   * @param begun when the attempt began
   */
  void run(PendingPod pending, Profiles profiles, long begun) {
    SchedulingProfile profile = pending.profile();
    Placement placement = profiles.placement(profile);
    Failure known = failures.of(pending.pod());
    if (known != null
        && placement.failsAsBefore(
            pending.pod(), scheduler.view(), scheduler.queue().nominations())) {
      measures.searched(begun);
      scheduler.failed(pending, known, begun);
      return;
    }
    PodAttempt attempt = profile.attempt(pending.pod(), scheduler.view());
    PlacementOutcome outcome = placement.place(attempt, scheduler.queue().nominations());
    @Nullable Failure failure =
        switch (outcome) {
          case PlacementOutcome.Placed _ -> null;
          case PlacementOutcome.Unfit(var error) -> makeRoom(pending, attempt, error);
          case PlacementOutcome.NoNodes _ -> Failure.noNodes();
          case PlacementOutcome.Failed(var message) -> Failure.error(message);
        };
    measures.searched(begun);
    if (outcome instanceof PlacementOutcome.Placed placed) {
      new BindingCycle(scheduler, pending, attempt, placed.node(), begun).start();
    } else if (failure != null) {
      scheduler.failed(pending, failure, begun);
    }
  }

  /** Has plugins make room for a pod that fits nowhere; for this attempt it is a failure. */
  private Failure makeRoom(PendingPod pending, PodAttempt attempt, FitError error) {
    var filtering = pending.profile().filtering();
    Failure failure;
    boolean lasting;
    if (filtering.postFilters().isEmpty()) {
      failure = Failure.unfit(error, "", "");
      lasting = true;
    } else {
      var profile = pending.profile().measures();
      long asked = profile.now();
      PostFilterOutcome room =
          filtering.postFilter(attempt, error.diagnosis(), scheduler.queue().nominations());
      profile.ran(MeasuredPoint.POST_FILTER, room.result().verdict().code(), asked);
      failure = Failure.unfit(error, room.result().message(), room.nominatedNode());
      lasting = room.lasting();
    }
    if (lasting) {
      failures.remember(pending.pod(), failure);
    } else {
      failures.forget(pending.pod());
    }
    return failure;
  }
}
