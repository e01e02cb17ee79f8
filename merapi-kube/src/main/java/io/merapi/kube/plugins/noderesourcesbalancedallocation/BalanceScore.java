package io.merapi.kube.plugins.noderesourcesbalancedallocation;

import static io.merapi.api.framework.ScorePlugin.MAX_SCORE;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.plugins.noderesources.ScoredPod;

/**
 * How much more evenly a node's resources would be used with a pod on it.
 *
 * <p>A node is even in so far as the used fractions of its resources lie close together: 1 less
 * their standard deviation, which is at most one half. The score compares the node with and without
 * the pod: 75 where the pod changes nothing, towards 100 where it makes the node more even and
 * towards 50 where it makes it less so.
 *
 * <p>Implementation note: the fractions are worked out twice where there are more than two, rather
 * than kept, so that scoring a node allocates nothing.
 */
final class BalanceScore {

  private static final long HALF = MAX_SCORE / 2;

  private BalanceScore() {}

  static long score(ScoredPod pod, NodeInfo node) {
    return HALF + (HALF + evenness(pod, node, true) - evenness(pod, node, false)) / 2;
  }

  private static long evenness(ScoredPod pod, NodeInfo node, boolean withPod) {
    return (long) ((1 - deviation(pod, node, withPod)) * (double) MAX_SCORE);
  }

  private static double deviation(ScoredPod pod, NodeInfo node, boolean withPod) {
    int count = 0;
    double total = 0;
    double first = 0;
    double last = 0;
    for (int i = 0; i < pod.size(); i++) {
      long capacity = pod.capacity(i, node);
      if (capacity != 0) {
        last = fraction(pod, i, node, withPod, capacity);
        first = count == 0 ? last : first;
        total += last;
        count++;
      }
    }
    if (count < 2) {
      return 0;
    }
    // Not the general formula, whose roundings differ.
    if (count == 2) {
      return Math.abs((first - last) / 2);
    }
    double mean = total / count;
    double squares = 0;
    for (int i = 0; i < pod.size(); i++) {
      long capacity = pod.capacity(i, node);
      if (capacity != 0) {
        double distance = fraction(pod, i, node, withPod, capacity) - mean;
        squares += distance * distance;
      }
    }
    return Math.sqrt(squares / count);
  }

  private static double fraction(
      ScoredPod pod, int index, NodeInfo node, boolean withPod, long capacity) {
    long used = withPod ? pod.requested(index, node) : pod.allocated(index, node);
    double fraction = (double) used / (double) capacity;
    return fraction > 1 ? 1 : fraction;
  }
}
