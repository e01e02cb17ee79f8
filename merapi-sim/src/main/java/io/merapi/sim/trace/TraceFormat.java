package io.merapi.sim.trace;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the lines of one kind of trace are read; made anew for every reading of a file. */
interface TraceFormat {

  /** What a user calls such a file. */
  String title();

  /**
   * What a line stands for.
   *
   * @param number of the line, counted from 1
   * @return null for a line that stands for nothing that comes to a cluster
   * @throws BrokenRow where the line cannot be read
   */
  @Nullable TracedEntry read(String line, int number);

  /**
   * Nodes that the trace speaks of without listing them; asked when all lines were read.
   *
   * @param memoryPerPod the most that any of its pods asks for
   */
  default List<TracedNode> machine(long memoryPerPod) {
    return List.of();
  }

  /** How many lines stood for work that never ran. */
  default long leftOut() {
    return 0;
  }

  /** Columns that nothing reads. */
  default Set<String> unknownColumns() {
    return Set.of();
  }

  /** Whether times count from the beginning of a log, and not of the simulation. */
  boolean isLog();
}
