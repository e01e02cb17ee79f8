package io.merapi.sim.report;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How busy each node was over time. The measure is the used share of its GPUs, or for a node
 * without GPUs that of cpu or memory, whichever is larger.
 *
 * @param start of the first step
 * @param step how long each is
 * @param points how many there are, at most {@link #MOST_POINTS}
 * @param rows in the order of the names of nodes, at most {@link #MOST_ROWS}
 */
public record HeatMap(Instant start, Duration step, int points, List<Row> rows) {

  /** Where there are more nodes, neighbours by name share a row. */
  public static final int MOST_ROWS = 200;

  public static final int MOST_POINTS = 200;

  public HeatMap {
    rows = List.copyOf(rows);
  }

  /**
   * A node, or several that are neighbours by name.
   *
   * @param first the name of the first node
   * @param last the name of the last one; that of the first where there is one
   * @param nodes how many there are
   * @param used the mean used share of the nodes; NaN while none of them was there
   */
  public record Row(String first, String last, int nodes, Curve used) {}
}
