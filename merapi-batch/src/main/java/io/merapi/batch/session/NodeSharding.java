package io.merapi.batch.session;

/**
 * How several schedulers share the nodes of a cluster.
 *
 * @param mode what nodes outside the scheduler's own shard are to it ({@code
 *     --scheduler-sharding-mode})
 * @param shard the name of its own ({@code --scheduler-sharding-name})
 */
public record NodeSharding(Mode mode, String shard) {

  public static final NodeSharding NONE = new NodeSharding(Mode.NONE, "volcano");

  /** What nodes outside the own shard are. */
  public enum Mode {
    /** Nodes like all others. */
    NONE,
    /** Nodes that cannot be used. */
    HARD,
    /** Nodes that are used where none of the own will do. */
    SOFT
  }
}
