package io.merapi.sim.workload;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Objects that come one after another, the earliest first; made or read as they are asked for. */
public interface Arrivals extends AutoCloseable {

  /** The next that comes; null where no more come. */
  @Nullable Arrival next();

  /** How much of all has come, from 0 to 1; NaN where nobody knows how much there is. */
  default double share() {
    return Double.NaN;
  }

  /** No more are asked for; lets go of files that were read. */
  @Override
  default void close() {}

  /** Some that are known, the earliest first. */
  static Arrivals of(List<Arrival> known) {
    return new Arrivals() {
      private int came;

      @Override
      public @Nullable Arrival next() {
        return came < known.size() ? known.get(came++) : null;
      }

      @Override
      public double share() {
        return known.isEmpty() ? 1 : (double) came / known.size();
      }
    };
  }

  /** All of several; those of one moment in the order of the list. */
  static Arrivals merged(List<Arrivals> all) {
    var heads =
        new PriorityQueue<Head>(
            Comparator.comparing((Head head) -> head.arrival.when())
                .thenComparingInt(Head::source));
    for (int source = 0; source < all.size(); source++) {
      Arrival first = all.get(source).next();
      if (first != null) {
        heads.add(new Head(first, source));
      }
    }
    return new Arrivals() {
      @Override
      public @Nullable Arrival next() {
        Head head = heads.poll();
        if (head == null) {
          return null;
        }
        Arrival following = all.get(head.source).next();
        if (following != null) {
          heads.add(new Head(following, head.source));
        }
        return head.arrival;
      }

      // All has come when the slowest has.
      @Override
      public double share() {
        return all.stream().mapToDouble(Arrivals::share).min().orElse(1);
      }

      @Override
      public void close() {
        all.forEach(Arrivals::close);
      }
    };
  }

  /** The next arrival of one of several sources. */
  record Head(Arrival arrival, int source) {}
}
