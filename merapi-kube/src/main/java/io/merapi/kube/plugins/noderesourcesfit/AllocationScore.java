package io.merapi.kube.plugins.noderesourcesfit;

import static io.merapi.api.framework.ScorePlugin.MAX_SCORE;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.plugins.noderesources.ScoredPod;
import io.merapi.kube.plugins.noderesources.UtilizationFunction;

/**
 * How well a node's use of its resources, with the pod on it, suits a strategy.
 *
 * <p>Every division cuts off what is behind the point, as upstream's do, but for the last one of
 * {@code RequestedToCapacityRatio}, which rounds.
 */
interface AllocationScore {

  long score(ScoredPod pod, NodeInfo node);

  static AllocationScore of(ScoringStrategy strategy) {
    return switch (strategy.type()) {
      case LEAST_ALLOCATED -> (pod, node) -> mean(pod, node, AllocationScore::free);
      case MOST_ALLOCATED -> (pod, node) -> mean(pod, node, AllocationScore::used);
      case REQUESTED_TO_CAPACITY_RATIO -> {
        var function = new UtilizationFunction(strategy.shape());
        yield (pod, node) -> ratio(pod, node, function);
      }
    };
  }

  /** The mean over the resources, by their weights. */
  private static long mean(ScoredPod pod, NodeInfo node, ResourceScore score) {
    long sum = 0;
    long weights = 0;
    for (int i = 0; i < pod.size(); i++) {
      long capacity = pod.capacity(i, node);
      if (capacity != 0) {
        sum += score.of(pod.requested(i, node), capacity) * pod.weight(i);
        weights += pod.weight(i);
      }
    }
    return weights == 0 ? 0 : sum / weights;
  }

  private static long free(long requested, long capacity) {
    return requested > capacity ? 0 : (capacity - requested) * MAX_SCORE / capacity;
  }

  /** What is requested may exceed the capacity, for pods that state nothing count by defaults. */
  private static long used(long requested, long capacity) {
    return Math.min(requested, capacity) * MAX_SCORE / capacity;
  }

  /** The mean over the resources whose score is not 0; the others do not pull it down. */
  private static long ratio(ScoredPod pod, NodeInfo node, UtilizationFunction function) {
    long sum = 0;
    long weights = 0;
    for (int i = 0; i < pod.size(); i++) {
      long capacity = pod.capacity(i, node);
      if (capacity != 0) {
        long requested = pod.requested(i, node);
        long score = function.score(requested > capacity ? 100 : requested * 100 / capacity);
        if (score > 0) {
          sum += score * pod.weight(i);
          weights += pod.weight(i);
        }
      }
    }
    return weights == 0 ? 0 : Math.round((double) sum / (double) weights);
  }

  /** The score of one resource of which a node has some. */
  interface ResourceScore {
    long of(long requested, long capacity);
  }
}
