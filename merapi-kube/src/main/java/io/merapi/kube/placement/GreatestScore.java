package io.merapi.kube.placement;

import java.util.TreeMap;

/** The greatest of the scores that are in, kept up to date as they come and go. */
final class GreatestScore {

  private final TreeMap<Long, Integer> counts = new TreeMap<>();

  void add(long score) {
    counts.merge(score, 1, Integer::sum);
  }

  /** Takes out one score that is in. */
  void remove(long score) {
    counts.computeIfPresent(score, (_, count) -> count == 1 ? null : count - 1);
  }

  /** The greatest, or 0 if that is less, as normalisation counts. */
  long value() {
    return counts.isEmpty() ? 0 : Math.max(0, counts.lastKey());
  }
}
