package io.merapi.api.session.extension;

import io.merapi.api.framework.Verdict;
import io.merapi.api.session.Task;

/**
 * Learns of every task that takes or gives back resources in the session, after job and node have
 * been changed. No switch turns it off.
 */
public interface TaskEvents extends BatchPlugin {

  /**
   * A task was allocated, pipelined, or its eviction taken back.
   *
   * <p>Whatever one plugin answers, all are told. If one fails or throws, the move is undone and
   * all, this one included, are told by {@link #deallocated}: it must also undo a part.
   *
   * @return success, or what went wrong
   */
  Verdict allocated(Task task);

  /** A task was evicted, or its allocation or pipelining taken back. */
  void deallocated(Task task);
}
