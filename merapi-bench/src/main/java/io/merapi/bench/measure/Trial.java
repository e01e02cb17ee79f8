package io.merapi.bench.measure;

/** Work that is ready to be done once; what made it ready is not measured. */
public interface Trial extends AutoCloseable {

  /** Does the work, and has the meter measure what counts. */
  Work run(Meter meter);

  @Override
  default void close() {}
}
