package io.merapi.batch.actions.eviction;

import io.merapi.api.session.Task;
import io.merapi.batch.node.NodeState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes where room may be made for a task, as a search has found them. */
public interface NodesToTry {

  /** All of them, in the order in which the search came upon them. */
  List<NodeState> all();

  /** Those among which all are that had room without evictions; in the same order. */
  List<NodeState> maybeFree();

  /**
   * Who may go from one of them, where that makes enough room.
   *
   * @return null where too little may go
   */
  @Nullable List<Task> victims(NodeState node);

  /**
   * Tries one node after the other on which enough may be evicted, until one works.
   *
   * @return whether one did
   */
  boolean anyMatch(Attempt attempt);

  /** Tries to make room on one node. */
  @FunctionalInterface
  interface Attempt {

    /**
     * Tries a node; where it does not work, everything is as before.
     *
     * @param victims who may be evicted; once all of them are gone there is enough room
     * @return whether it worked
     */
    boolean on(NodeState node, List<Task> victims);
  }
}
