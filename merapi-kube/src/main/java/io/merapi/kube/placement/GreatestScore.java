package io.merapi.kube.placement;

import java.util.TreeMap;

/**
 * The greatest of the scores that are in, kept up to date as they come and go.
 *
 * <p>Implementation note: most plugins score in small numbers, which are counted in an array; only
 * others take a place in a tree.
 */
public final class GreatestScore {

  private static final int SMALL = 128;

  private final int[] small = new int[SMALL];

  /** No small score above this one is in. */
  private int greatestSmall;

  private final TreeMap<Long, Integer> others = new TreeMap<>();

  public void add(long score) {
    if (isSmall(score)) {
      small[(int) score]++;
      greatestSmall = Math.max(greatestSmall, (int) score);
    } else {
      others.merge(score, 1, Integer::sum);
    }
  }

  /** Takes out one score that is in. */
  public void remove(long score) {
    if (isSmall(score)) {
      small[(int) score]--;
      while (greatestSmall > 0 && small[greatestSmall] == 0) {
        greatestSmall--;
      }
    } else {
      others.computeIfPresent(score, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  private static boolean isSmall(long score) {
    return score >= 0 && score < SMALL;
  }

  /** The greatest, or 0 if that is less, as normalisation counts. */
  public long value() {
    return others.isEmpty() ? greatestSmall : Math.max(greatestSmall, others.lastKey());
  }
}
