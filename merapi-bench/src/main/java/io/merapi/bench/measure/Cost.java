package io.merapi.bench.measure;

/**
 * What work has cost.
 *
 * @param nanos of the clock on the wall, collections of garbage included
 * @param cpuNanos of all threads of the program; those of the Java machine itself, which compile
 *     and collect, do not count
 * @param bytes allocated by all threads
 */
public record Cost(long nanos, long cpuNanos, long bytes) {

  public static final Cost NOTHING = new Cost(0, 0, 0);

  Cost plus(Cost other) {
    return new Cost(nanos + other.nanos, cpuNanos + other.cpuNanos, bytes + other.bytes);
  }
}
