package io.merapi.bench.measure;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The repetitions that count, after those that warmed the program up. */
public record Series(List<Repetition> repetitions) {

  public Series {
    if (repetitions.isEmpty()) {
      throw new IllegalArgumentException("a series needs a repetition");
    }
    repetitions =
        repetitions.stream()
            .sorted(Comparator.comparingDouble(Repetition::placementsPerSecond))
            .toList();
  }

  /** The repetition of middle speed, whose counts and costs belong together. */
  public Repetition median() {
    return repetitions.get(repetitions.size() / 2);
  }

  /** The distance between the fastest and the slowest, as a part of the median. */
  public double spread() {
    ToDoubleFunction<Repetition> speed = Repetition::placementsPerSecond;
    double slowest = speed.applyAsDouble(repetitions.getFirst());
    double fastest = speed.applyAsDouble(repetitions.getLast());
    double middle = speed.applyAsDouble(median());
    return middle == 0 ? 0 : (fastest - slowest) / middle;
  }
}
