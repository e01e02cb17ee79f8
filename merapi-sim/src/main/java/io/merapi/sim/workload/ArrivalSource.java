package io.merapi.sim.workload;

import java.time.Instant;

/** Where objects come from: a list, a generator or a trace. Can be opened again and again. */
public interface ArrivalSource {

  /**
   * Lets its objects come, from the first one on.
   *
   * @param start the moment at which the simulation begins
   * @param seed what chance goes by; the same seed gives the same objects
   * @throws WorkloadException where what it reads is found broken on the way
   */
  Arrivals open(Instant start, long seed);
}
