package io.merapi.kube.cycle;

import io.merapi.kube.queue.SchedulingQueue;
import java.util.SortedMap;

/**
 * What a scheduler of single pods has at one moment, in numbers.
 *
 * @param inFlightEvents what happened while pods were tried and is kept for them, by upstream's
 *     words for it
 * @param pods those that stand on nodes
 * @param assumedPods those of them that the cluster has not confirmed
 */
public record KubeGauges(
    SchedulingQueue.Sizes pending,
    SortedMap<String, Integer> inFlightEvents,
    int nodes,
    int pods,
    int assumedPods) {}
