package io.merapi.kube.preemption;

import io.merapi.api.pod.PodInfo;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The order in which pods are spared: by priority, then the one that has run for longer.
 *
 * <p>Differs from upstream: pods that have not started are equally young, where upstream looks at
 * the clock once for each of them.
 *
 * @param now when pods that have not started are taken to start
 */
record PodImportance(Instant now) implements Comparator<PodInfo> {

  /** The more important pod comes first. */
  @Override
  public int compare(PodInfo first, PodInfo second) {
    int byPriority = Integer.compare(priority(second), priority(first));
    return byPriority != 0 ? byPriority : start(first).compareTo(start(second));
  }

  static int priority(PodInfo pod) {
    return pod.pod().spec().priorityOrZero();
  }

  Instant start(PodInfo pod) {
    @Nullable Instant start = pod.pod().status().startTime();
    return start == null ? now : start;
  }
}
