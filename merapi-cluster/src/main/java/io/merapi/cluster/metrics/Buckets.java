package io.merapi.cluster.metrics;

/** Upper bounds of the buckets of histograms, as the originals work them out. */
final class Buckets {

  private Buckets() {}

  /** So many bounds, each by a factor larger than the one before. */
  static double[] exponential(double first, double factor, int count) {
    var bounds = new double[count];
    double bound = first;
    for (int i = 0; i < count; i++) {
      bounds[i] = bound;
      bound *= factor;
    }
    return bounds;
  }

  /** So many bounds from the least to the greatest, each by the same factor larger. */
  static double[] range(double least, double greatest, int count) {
    double factor = Math.pow(greatest / least, 1.0 / (count - 1));
    var bounds = new double[count];
    for (int i = 0; i < count; i++) {
      bounds[i] = least * Math.pow(factor, i);
    }
    return bounds;
  }
}
