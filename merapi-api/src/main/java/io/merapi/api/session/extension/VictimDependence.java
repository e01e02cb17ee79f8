package io.merapi.api.session.extension;

/**
 * What a plugin's vote on tasks of one node depends on, beside the task that room is made for.
 *
 * <p>A plugin that says anything but {@link #ANYTHING} chooses its victims among the candidates
 * only, so that without candidates there are none.
 */
public enum VictimDependence {
  /** The candidates and their node: asked again when a task has come to the node or left it. */
  NODE,
  /** Also what their jobs are made up of: asked again when a task of one of them has moved. */
  JOBS,
  /** Also what their queues hold: asked again when a task of one of them has moved. */
  QUEUES,
  /** Also what all tasks of the session hold: asked again when any has moved. */
  SESSION,
  /** Anything: asked again every time. */
  ANYTHING;

  /** What two votes together depend on. */
  public VictimDependence and(VictimDependence other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
