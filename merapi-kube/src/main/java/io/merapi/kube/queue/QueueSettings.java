package io.merapi.kube.queue;

import io.merapi.kube.configuration.KubeConfiguration;
import java.time.Duration;

/**
 * How long pods are left alone.
 *
 * @param initialBackoff after the first failure; doubles with each one
 * @param maxBackoff zero for no backoff at all
 * @param maxUnschedulable after this time a pod is tried again though nothing has changed for it
 */
public record QueueSettings(
    Duration initialBackoff, Duration maxBackoff, Duration maxUnschedulable) {

  /** The default of {@code --pod-max-in-unschedulable-pods-duration}. */
  public static final Duration MAX_UNSCHEDULABLE = Duration.ofMinutes(5);

  public static final QueueSettings DEFAULTS =
      new QueueSettings(Duration.ofSeconds(1), Duration.ofSeconds(10), MAX_UNSCHEDULABLE);

  public QueueSettings {
    if (initialBackoff.isNegative() || maxBackoff.isNegative()) {
      throw new IllegalArgumentException(
          "initialBackoff (%s) and maxBackoff (%s) must not be negative"
              .formatted(initialBackoff, maxBackoff));
    }
    if (!maxUnschedulable.isPositive()) {
      throw new IllegalArgumentException(
          "maxUnschedulable (%s) must be positive: pods would be tried without end"
              .formatted(maxUnschedulable));
    }
  }

  public static QueueSettings of(KubeConfiguration configuration, Duration maxUnschedulable) {
    return new QueueSettings(
        seconds(configuration.podInitialBackoffSeconds()),
        seconds(configuration.podMaxBackoffSeconds()),
        maxUnschedulable);
  }

  Backoff backoff() {
    return new Backoff(initialBackoff, maxBackoff);
  }

  /** Nothing waits for a century, and the sum with the present must stay a time. */
  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(Math.min(seconds, Duration.ofDays(36_500).toSeconds()));
  }
}
