package io.merapi.sim.report;

import java.util.List;

/**
 * Work that was thrown away by evictions: what pods had done until they were evicted.
 *
 * @param pods how many were evicted
 * @param podSeconds how long they had run, summed up
 * @param resourceSeconds what they had asked for times how long they had run, in the order of the
 *     report's resources and in their units (thousandths of a core, bytes, cards)
 */
public record WorkLost(long pods, double podSeconds, List<Double> resourceSeconds) {

  public WorkLost {
    resourceSeconds = List.copyOf(resourceSeconds);
  }
}
