package io.merapi.api.session.extension;

import io.merapi.api.session.Task;
import java.util.Optional;

/** A plugin of the batch layer; see the package for how it is made and used. */
public interface BatchPlugin {

  /** The name in configuration, events and metrics. */
  String name();

  /**
   * Whether what it says of a node may differ for two tasks because their jobs differ, though their
   * pods are of one class. The answers of one that says no are shared by all jobs.
   */
  default boolean tellsJobsApart() {
    return true;
  }

  /**
   * Whether what it says of a node, where that depends on the class of the task and on nodes alone,
   * may differ for two pods that ask for the same, because of their namespaces, labels, priorities
   * or owners. The answers of one that says no are shared by such pods, as far as it says for each
   * that they depend on the same and gives them equal parts of scores.
   */
  default boolean readsIdentity() {
    return true;
  }

  /**
   * What its answers about nodes go by where it says that they depend on the class of the task and
   * on nodes alone: arguments, switches, and whatever else it was made from. Where this is equal
   * for two instances, of different sessions, they give equal answers about nodes that have not
   * changed. The answers of one that has none, as by default, are forgotten when a session ends.
   */
  default Optional<Object> standpoint() {
    return Optional.empty();
  }

  /**
   * Whether several threads at once may ask it what it says of a task and different nodes: whether
   * the task fits, and all scores and parts of scores that are of one node alone. None of that may
   * change anything that another answer reads.
   *
   * <p>The engine asks this each time before, on its own thread and with nobody else at work, so
   * that what is kept for the task can be made now. One that says no, as by default, is asked by
   * one thread, and with it all others.
   */
  default boolean mayBeAskedAtOnce(Task task) {
    return false;
  }

  /**
   * Whether what it says may change while nothing happens in the cluster: because time passes, or
   * somebody outside is asked. While nothing changes and no plugin says so, a session that decided
   * nothing is not held again.
   */
  default boolean readsClock() {
    return true;
  }

  /**
   * Ends the plugin's part in the session; called once, after all actions and before the status of
   * jobs and queues is written.
   */
  default void close() {}
}
