package io.merapi.sim.report;

import io.merapi.sim.report.SimulationReport.PodCounts;
import java.util.List;

/** What can be told of a simulation while it runs. */
public interface LiveFigures {

  PodCounts counts();

  /** How much of what comes has come, from 0 to 1; NaN where nobody knows how much there is. */
  double arrivedShare();

  /** How often the scheduler gave a pod a node, refused it one, or evicted it. */
  long decisions();

  /** The resources that nodes offer now. */
  List<InUse> inUse();

  /**
   * A resource now.
   *
   * @param share what running pods have asked for, of what nodes offer
   */
  record InUse(String resource, double share) {}
}
