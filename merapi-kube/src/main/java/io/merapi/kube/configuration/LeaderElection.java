package io.merapi.kube.configuration;

import java.time.Duration;

/** How replicas agree on the one that works. */
public record LeaderElection(
    boolean leaderElect,
    Duration leaseDuration,
    Duration renewDeadline,
    Duration retryPeriod,
    String resourceLock,
    String resourceName,
    String resourceNamespace) {

  public static final LeaderElection DEFAULTS =
      new LeaderElection(
          true,
          Duration.ofSeconds(15),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          "leases",
          "kube-scheduler",
          "kube-system");
}
