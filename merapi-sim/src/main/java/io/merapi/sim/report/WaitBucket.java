package io.merapi.sim.report;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that waited about equally long.
 *
 * @param from the shortest wait of the bucket
 * @param to the first wait beyond it; null for the last bucket, which has no end
 * @param started jobs that waited so long until they started
 * @param notStarted jobs that have never started and had waited so long at the end
 */
public record WaitBucket(Duration from, @Nullable Duration to, long started, long notStarted) {}
