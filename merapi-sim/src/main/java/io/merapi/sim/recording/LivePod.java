package io.merapi.sim.recording;

import io.merapi.api.pod.Pod;
import org.jspecify.annotations.Nullable;

/** A pod that waits or is on a node. */
final class LivePod {

  final RequestClass request;
  final long came;
  Pod pod;
  @Nullable JobHistory job;

  /** Null while it waits. */
  @Nullable NodeUse node;

  long placed;

  /** Whether it runs: it is neither starting nor ending. */
  boolean runs;

  /** Why it waits, and since when it has waited for that. */
  String reason = "";

  long waitsSince;

  LivePod(Pod pod, RequestClass request, long now) {
    this.pod = pod;
    this.request = request;
    this.came = now;
    this.waitsSince = now;
  }

  @Nullable QueueTally queue() {
    return job == null ? null : job.queue;
  }
}
