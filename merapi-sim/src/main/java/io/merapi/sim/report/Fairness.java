package io.merapi.sim.report;

/**
 * How evenly queues got what they deserved.
 *
 * @param resource the one that was used most, which is what queues compete for
 * @param jain Jain's index over the queues' used part of what they deserved: 1 where all got the
 *     same part, 1/n where one of n queues got everything
 */
public record Fairness(String resource, double jain) {

  /** Jain's index: the square of the sum over n times the sum of squares. */
  public static double jain(double[] parts) {
    double sum = 0;
    double squares = 0;
    for (double part : parts) {
      sum += part;
      squares += part * part;
    }
    return squares == 0 ? 1 : sum * sum / (parts.length * squares);
  }
}
