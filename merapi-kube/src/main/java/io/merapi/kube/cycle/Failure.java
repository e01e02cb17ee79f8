package io.merapi.kube.cycle;

import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.placement.Diagnosis;
import io.merapi.kube.placement.FitError;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.queue.Rejectors;
import org.jspecify.annotations.Nullable;

/**
 * Why an attempt came to nothing.
 *
 * @param reason of the pod's condition
 * @param message of its event and condition
 * @param rejectors whose registered changes bring the pod back; none where it is an error
 * @param nominatedNode as in {@link io.merapi.api.framework.PostFilterPlugin.PostFilterResult}
 */
record Failure(String reason, String message, Rejectors rejectors, @Nullable String nominatedNode) {

  private static final String UNSCHEDULABLE = "Unschedulable";
  private static final String SCHEDULER_ERROR = "SchedulerError";

  /** No node fits. */
  static Failure unfit(FitError error, String postFilterMessage, @Nullable String nominatedNode) {
    Diagnosis diagnosis = error.diagnosis();
    return new Failure(
        UNSCHEDULABLE,
        error.message(postFilterMessage),
        Rejectors.of(diagnosis.unschedulablePlugins(), diagnosis.pendingPlugins()),
        nominatedNode);
  }

  static Failure noNodes() {
    return new Failure(UNSCHEDULABLE, PlacementOutcome.NoNodes.MESSAGE, Rejectors.NONE, "");
  }

  /** A plugin took back, after the choice of the node, what its filter had allowed. */
  static Failure onNode(PluginVerdict verdict, String nodeName) {
    if (!verdict.isRejection()) {
      return error(verdict.message());
    }
    return unfit(new FitError(1, Diagnosis.ofNode(nodeName, verdict)), "", "");
  }

  /**
   * A plugin did not succeed after the pod was let go; whatever it says of the pod, the attempt is
   * repeated after a while.
   */
  static Failure late(PluginVerdict verdict) {
    String reason = verdict.isRejection() ? UNSCHEDULABLE : SCHEDULER_ERROR;
    return new Failure(reason, verdict.message(), Rejectors.NONE, "");
  }

  static Failure error(String message) {
    return new Failure(SCHEDULER_ERROR, message, Rejectors.NONE, "");
  }

  boolean isRejection() {
    return reason.equals(UNSCHEDULABLE);
  }
}
