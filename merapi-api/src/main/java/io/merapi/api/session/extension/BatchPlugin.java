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
   * Ends the plugin's part in the session; called once, after all actions and before the status of
   * jobs and queues is written.
   */
  default void close() {}
}
