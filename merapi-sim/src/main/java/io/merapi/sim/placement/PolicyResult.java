package io.merapi.sim.placement;

import java.util.List;

/** What came of a policy. */
public record PolicyResult(String policy, List<Trial> trials) {

  public PolicyResult {
    trials = List.copyOf(trials);
  }

  /**
   * One trial.
   *
   * @param allocated the percentage of all GPUs that was given away, at each mark
   */
  public record Trial(long seed, List<Double> allocated) {

    public Trial {
      allocated = List.copyOf(allocated);
    }
  }

  /** The mean of all trials at a mark. */
  public double mean(int mark) {
    return trials.stream().mapToDouble(trial -> trial.allocated.get(mark)).average().orElse(0);
  }

  /** The standard deviation of one trial at a mark, as estimated from all; 0 where there is one. */
  public double deviation(int mark) {
    double mean = mean(mark);
    double squares =
        trials.stream()
            .mapToDouble(trial -> trial.allocated.get(mark) - mean)
            .map(d -> d * d)
            .sum();
    return trials.size() < 2 ? 0 : Math.sqrt(squares / (trials.size() - 1));
  }
}
