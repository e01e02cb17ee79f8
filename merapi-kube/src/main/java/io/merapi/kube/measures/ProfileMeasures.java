package io.merapi.kube.measures;

import io.merapi.api.pod.Pod;
import java.util.List;

/** Told what is done for the pods of one profile; see {@link KubeMeasures}. */
public interface ProfileMeasures {

  /** Measures nothing, and reads no clock. */
  ProfileMeasures NONE = new ProfileMeasures() {};

  /** This moment in nanoseconds, by a clock that only goes forward. */
  default long now() {
    return 0;
  }

  /**
   * What is told next concerns an attempt of this pod: one that begins, or one that goes on after
   * an answer was waited for.
   *
   * @param nodeName the node that was chosen; empty before that
   */
  default void turnTo(Pod pod, String nodeName) {}

  /** What is told next concerns no attempt, until another is named. */
  default void turnAway() {}

  /**
   * An attempt has ended: for a pod that got a node, when it was bound there.
   *
   * @param why what its owner is told; empty where it was bound
   * @param begun when it was taken from the queue
   */
  default void attempted(Pod pod, AttemptResult result, String why, long begun) {}

  /**
   * All plugins of a point were run for a pod.
   *
   * @param status what came of it, as upstream names it
   * @param begun when the run began
   * @param ended when it ended
   */
  default void ran(MeasuredPoint point, String status, long begun, long ended) {}

  /** The same for a run that has ended just now. */
  default void ran(MeasuredPoint point, String status, long begun) {
    ran(point, status, begun, now());
  }

  /**
   * One plugin was called. May come from any thread: what a plugin begins may be answered anywhere.
   *
   * @param status its answer, as upstream names it
   * @param begun when it was called
   */
  default void called(String plugin, MeasuredPoint point, String status, long begun) {}

  /**
   * Plugins that found a pod unschedulable, while it waits.
   *
   * @param by 1 when it came to the queue because of them, -1 when it has left it
   */
  default void unschedulable(Iterable<String> plugins, int by) {}

  /**
   * What counts the pods in which some plugins had a part. Few sets of plugins are worth telling
   * apart, so it is asked for once for each of them and costs next to nothing for each pod.
   */
  default Tally tally(MeasuredPoint point, List<String> plugins) {
    return Tally.NONE;
  }

  /** Counts pods. */
  interface Tally {

    /** Counts none. */
    Tally NONE = () -> {};

    /** One more pod. */
    void count();
  }
}
