package io.merapi.sim.recording;

/** A value that changes from time to time, and its integral over time in milliseconds. */
class Integral {

  private double value;
  private double total;
  private double peak;
  private long since;

  /** Lets the value be another from now on. */
  final void set(long now, double newValue) {
    pass(now);
    value = newValue;
  }

  /** The integral from the start to now. */
  final double total(long now) {
    pass(now);
    return total;
  }

  /** The largest value that lasted, so far. */
  final double peak() {
    return peak;
  }

  private void pass(long now) {
    if (now > since) {
      if (value != 0) {
        total += value * (now - since);
        peak = Math.max(peak, value);
        add(value, since, now);
      }
      since = now;
    }
  }

  /** Told of every stretch of time with a value other than 0, in their order. */
  void add(double constant, long from, long to) {}
}
