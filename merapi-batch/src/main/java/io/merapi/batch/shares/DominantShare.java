package io.merapi.batch.shares;

import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;

/**
 * The greatest part of a whole that is used in any of its dimensions.
 *
 * @param share 0.5 for half of it; more than 1 where more is used than there is
 * @param resource the dimension in which it is; empty where nothing is used. Of several that are
 *     equal the first counts: cpu, memory, then the others by name
 */
public record DominantShare(double share, String resource) {

  public static final DominantShare NONE = new DominantShare(0, "");

  private static final int NO_DIMENSION = -1;

  /** The share of a whole; dimensions of which the whole has next to nothing do not count. */
  public static DominantShare of(Resources used, Resources whole) {
    double greatest = 0;
    int dominant = NO_DIMENSION;
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      double share = share(used, whole, id);
      if (share > greatest) {
        greatest = share;
        dominant = id;
      }
    }
    ResourceDictionary dictionary = whole.dictionary();
    for (int i = 0; i < whole.scalarCount(); i++) {
      int id = whole.scalarId(i);
      double share = share(used, whole, id);
      boolean goesFirst =
          dominant > ResourceDictionary.MEMORY
              && dictionary.name(id).compareTo(dictionary.name(dominant)) < 0;
      if (share > greatest || (share == greatest && goesFirst)) {
        greatest = share;
        dominant = id;
      }
    }
    return dominant == NO_DIMENSION ? NONE : new DominantShare(greatest, dictionary.name(dominant));
  }

  private static double share(Resources used, Resources whole, int id) {
    double amount = whole.get(id);
    return amount < Resources.EPSILON ? 0 : ratio(used.get(id), amount);
  }

  /** One part of another; anything of nothing is all of it. Upstream's {@code helpers.Share}. */
  public static double ratio(double part, double whole) {
    if (whole != 0) {
      return part / whole;
    }
    return part == 0 ? 0 : 1;
  }
}
