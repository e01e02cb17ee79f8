package io.merapi.sim.workload;

import java.util.List;

/**
 * The kinds of jobs of a workload, the first first.
 *
 * @param complete whether these are all
 */
public record JobKinds(List<JobKind> kinds, boolean complete) {

  public JobKinds {
    kinds = List.copyOf(kinds);
  }
}
