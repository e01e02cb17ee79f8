package io.merapi.sim.workload;

/** Annotations that tell the simulator what a real cluster would find out by itself. */
public final class SimulationKeys {

  /**
   * When the object comes: a duration after the start such as {@code 90s} or {@code 1h30m}, or a
   * time as in RFC 3339. Absent means from the start.
   */
  public static final String ARRIVAL = "merapi.io/arrival";

  /** How long the pod runs once it is on a node, as a duration. Absent means for ever. */
  public static final String RUN_TIME = "merapi.io/run-time";

  private SimulationKeys() {}
}
