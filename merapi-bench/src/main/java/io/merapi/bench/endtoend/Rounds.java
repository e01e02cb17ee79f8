package io.merapi.bench.endtoend;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rounds of one contestant that count.
 *
 * @param cold its first
 * @param warm its last ones
 */
record Rounds(Run cold, List<Run> warm) {

  /** These, with the last ones of another race of the same contestant. */
  Rounds with(Rounds later) {
    return new Rounds(cold, Stream.concat(warm.stream(), later.warm.stream()).toList());
  }

  /** The warm one of middle speed; of two in the middle the faster. */
  Run middle() {
    return warm.stream()
        .sorted(Comparator.comparingDouble(Run::podsPerSecond))
        .skip(warm.size() / 2)
        .findFirst()
        .orElseThrow();
  }
}
