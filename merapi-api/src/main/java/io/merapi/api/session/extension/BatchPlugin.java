package io.merapi.api.session.extension;

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
