package io.merapi.api.framework;

import io.merapi.api.pod.PodInfo;
import java.time.Instant;

/**
 * A pod that waits to be scheduled.
 *
 * @param enqueued when it entered the queue
 */
public record QueuedPod(PodInfo pod, Instant enqueued) {}
