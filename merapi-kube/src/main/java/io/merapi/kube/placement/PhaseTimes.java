package io.merapi.kube.placement;

import io.merapi.api.framework.Verdict;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.measures.MeasuredPoint;
import io.merapi.kube.measures.ProfileMeasures;

/**
 * Tells how long the phases of a placement take, each of which begins where the one before has
 * ended. A phase is timed as a whole: what is remembered spares most calls of single plugins.
 */
final class PhaseTimes {

  private static final String SUCCESS = Verdict.success().code();

  private final ProfileMeasures measures;
  private long begun;

  PhaseTimes(ProfileMeasures measures) {
    this.measures = measures;
  }

  /** The first phase begins. */
  void begin() {
    begun = measures.now();
  }

  /** A phase has ended well, and the next begins. */
  void ended(MeasuredPoint point) {
    ended(point, SUCCESS);
  }

  /** A phase has ended, and the next begins. */
  void ended(MeasuredPoint point, PluginVerdict result) {
    ended(point, result.verdict().code());
  }

  private void ended(MeasuredPoint point, String status) {
    long now = measures.now();
    measures.ran(point, status, begun, now);
    begun = now;
  }
}
