package io.merapi.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Cuts a list of events that shows something down to a short one that still shows it.
 *
 * <p>Implementation note: delta debugging without its complements. Pieces are left out, halves
 * first, then quarters and so on down to single events; each that is not missed stays out. It ends
 * when no single event can be left out. A list of n events of which k matter takes of the order of
 * k log n runs.
 */
final class Shrinker {

  private Shrinker() {}

  /**
   * A shorter list that still shows it.
   *
   * @param shows whether a list does; the whole one must
   */
  static <E> List<E> shrink(List<E> events, Predicate<List<E>> shows) {
    List<E> kept = List.copyOf(events);
    for (int piece = Math.max(1, kept.size() / 2); ; piece = Math.max(1, piece / 2)) {
      List<E> fewer = leaveOut(kept, piece, shows);
      boolean done = piece == 1 && fewer.size() == kept.size();
      kept = fewer;
      if (done) {
        return kept;
      }
    }
  }

  /** Leaves out every piece of a size that is not missed, the last first: what follows is idle. */
  private static <E> List<E> leaveOut(List<E> events, int piece, Predicate<List<E>> shows) {
    List<E> kept = events;
    for (int end = kept.size(); end > 0; end -= piece) {
      var without = new ArrayList<>(kept.subList(0, Math.max(0, end - piece)));
      without.addAll(kept.subList(end, kept.size()));
      if (shows.test(without)) {
        kept = List.copyOf(without);
      }
    }
    return kept;
  }
}
