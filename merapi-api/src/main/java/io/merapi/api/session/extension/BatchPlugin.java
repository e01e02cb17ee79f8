package io.merapi.api.session.extension;

/** A plugin of the batch layer; see the package for how it is made and used. */
public interface BatchPlugin {

  /** The name in configuration, events and metrics. */
  String name();

  /**
   * Ends the plugin's part in the session; called once, after all actions and before the status of
   * jobs and queues is written.
   */
  default void close() {}
}
