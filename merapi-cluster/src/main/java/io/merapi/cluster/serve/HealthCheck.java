package io.merapi.cluster.serve;

import java.util.function.Supplier;

/**
 * One thing that must be well.
 *
 * @param problem what is wrong; empty where nothing is. Asked from many threads, and must not wait
 */
public record HealthCheck(String name, Supplier<String> problem) {

  /** The program answers at all. */
  static final HealthCheck PING = new HealthCheck("ping", () -> "");
}
