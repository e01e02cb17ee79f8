package io.merapi.api.session;

import io.merapi.api.batch.Queue;
import io.merapi.api.batch.VolcanoKeys;
import java.time.Instant;

/**
 * A queue as a session sees it.
 *
 * @param queue as the cluster has it
 */
public record QueueInfo(Queue queue) {

  /** The queue above all others, where queues form a tree. */
  public static final String ROOT = "root";

  public String name() {
    return queue.meta().name();
  }

  public int weight() {
    return queue.weight();
  }

  /** When it was created; the epoch where it does not say. */
  public Instant created() {
    Instant created = queue.meta().creationTimestamp();
    return created == null ? Instant.EPOCH : created;
  }

  /** The path from the root to the queue, as its annotation says it; may be empty. */
  public String hierarchy() {
    return queue.meta().annotations().getOrDefault(VolcanoKeys.HIERARCHY, "");
  }

  /** The weights along that path, as its annotation says them; may be empty. */
  public String hierarchyWeights() {
    return queue.meta().annotations().getOrDefault(VolcanoKeys.HIERARCHY_WEIGHTS, "");
  }

  public boolean reclaimable() {
    return queue.mayBeReclaimed();
  }
}
