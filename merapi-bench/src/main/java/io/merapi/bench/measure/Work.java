package io.merapi.bench.measure;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was done in a trial.
 *
 * @param placements pods that got a node, or whatever else the scenario counts
 * @param cycles sessions that were held; 0 where there are none
 * @param details what else there is to say, in order, such as how many pods were evicted
 */
public record Work(long placements, long cycles, Map<String, Long> details) {

  public static Work placed(long placements) {
    return new Work(placements, 0, Map.of());
  }

  public static Work inCycles(long placements, long cycles) {
    return new Work(placements, cycles, Map.of());
  }

  /** The same with one more thing to say. */
  public Work with(String name, long value) {
    var all = new LinkedHashMap<>(details);
    all.put(name, value);
    return new Work(placements, cycles, all);
  }
}
