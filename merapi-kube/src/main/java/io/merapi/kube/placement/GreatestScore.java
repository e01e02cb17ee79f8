package io.merapi.kube.placement;

import java.util.TreeMap;

/** The greatest of the scores that are in, kept up to date as they come and go. */
public final class GreatestScore {

  private final TreeMap<Long, Integer> counts = new TreeMap<>();

  public void add(long score) {
    counts.merge(score, 1, Integer::sum);
  }

  /** Takes out one score that is in. */
  public void remove(long score) {
    counts.computeIfPresent(score, (_, count) -> count == 1 ? null : count - 1);
  }

  /** The greatest, or 0 if that is less, as normalisation counts. */
  public long value() {
    return counts.isEmpty() ? 0 : Math.max(0, counts.lastKey());
  }
}
