package io.merapi.sim.workload;

import java.util.Set;

/** Annotations that tell the simulator what a real cluster would find out by itself. */
public final class SimulationKeys {

  /**
   * When the object comes: a duration after the start such as {@code 90s} or {@code 1h30m}, or a
   * time as in RFC 3339. Absent means from the start.
   */
  public static final String ARRIVAL = "merapi.io/arrival";

  /** How long the pod runs once it is on a node, as a duration. Absent means for ever. */
  public static final String RUN_TIME = "merapi.io/run-time";

  /** After how long the first attempt of a pod fails, as a duration. Absent means never. */
  public static final String FAILS_AFTER = "merapi.io/fails-after";

  /** How long the containers of a pod take to end when it is deleted, as a duration. */
  public static final String TERMINATION_TIME = "merapi.io/termination-time";

  /**
   * When a node, a job or a pod is taken out of the cluster whatever it does, as a duration after
   * the start.
   */
  public static final String DEPARTURE = "merapi.io/departure";

  /** When a node fails and for how long, such as {@code 2h for 30m, 10h for 1h}. */
  public static final String OUTAGES = "merapi.io/outages";

  /** When a node is drained and for how long, written in the same way. */
  public static final String DRAINS = "merapi.io/drains";

  /** A label that every node of a NodePool has: the name of the pool. */
  public static final String NODE_POOL = "merapi.io/node-pool";

  /** All annotations that say when something happens. */
  public static final Set<String> PLANS =
      Set.of(ARRIVAL, RUN_TIME, FAILS_AFTER, TERMINATION_TIME, DEPARTURE, OUTAGES, DRAINS);

  private SimulationKeys() {}
}
