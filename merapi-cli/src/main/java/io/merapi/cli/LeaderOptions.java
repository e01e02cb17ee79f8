package io.merapi.cli;

import io.merapi.kube.configuration.LeaderElection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of both originals on how replicas agree on the one that works. */
final class LeaderOptions {

  /** Where vc-scheduler keeps its lease. */
  private static final String BATCH_NAMESPACE = "volcano-system";

  @Option(
      names = "--leader-elect",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      description =
          "Whether to wait until this replica is the leader (default: true); with false it must be"
              + " the only one.")
  private @Nullable Boolean elect;

  @Option(
      names = "--leader-elect-lease-duration",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "After what time others may take over from a leader that is silent (15s).")
  private @Nullable Duration leaseDuration;

  @Option(
      names = "--leader-elect-renew-deadline",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "After what time a leader that cannot renew stops by itself (10s).")
  private @Nullable Duration renewDeadline;

  @Option(
      names = "--leader-elect-retry-period",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "The time between two tries (2s).")
  private @Nullable Duration retryPeriod;

  @Option(
      names = "--leader-elect-resource-name",
      paramLabel = "NAME",
      description = "The Lease (kube-scheduler; for batch work the name of the scheduler).")
  private @Nullable String name;

  @Option(
      names = {"--leader-elect-resource-namespace", "--lock-object-namespace"},
      paramLabel = "NAMESPACE",
      description = "Its namespace (kube-system; for batch work volcano-system).")
  private @Nullable String namespace;

  @Option(
      names = "--leader-elect-resource-lock",
      paramLabel = "KIND",
      description = "leases, the only kind that there is.")
  private @Nullable String resourceLock;

  /** What holds for the work of vc-scheduler. */
  LeaderElection batch(String component) {
    LeaderElection usual = LeaderElection.DEFAULTS;
    return over(
        new LeaderElection(
            usual.leaderElect(),
            usual.leaseDuration(),
            usual.renewDeadline(),
            usual.retryPeriod(),
            usual.resourceLock(),
            component,
            BATCH_NAMESPACE));
  }

  /** What holds where a configuration says something, too: options have the last word. */
  LeaderElection over(LeaderElection configured) {
    return new LeaderElection(
        elect == null ? configured.leaderElect() : elect,
        leaseDuration == null ? configured.leaseDuration() : leaseDuration,
        renewDeadline == null ? configured.renewDeadline() : renewDeadline,
        retryPeriod == null ? configured.retryPeriod() : retryPeriod,
        resourceLock == null ? configured.resourceLock() : resourceLock,
        name == null ? configured.resourceName() : name,
        namespace == null ? configured.resourceNamespace() : namespace);
  }

  /** What is wrong with it; empty where nothing is. */
  static String complaint(LeaderElection election) {
    if (!election.leaderElect()) {
      return "";
    }
    if (!election.resourceLock().equals("leases")) {
      return "--leader-elect-resource-lock (%s) must be leases".formatted(election.resourceLock());
    }
    boolean ordered =
        election.leaseDuration().compareTo(election.renewDeadline()) > 0
            && election.renewDeadline().compareTo(election.retryPeriod()) > 0
            && election.retryPeriod().isPositive();
    return ordered
        ? ""
        : "the lease (%s) must last longer than the renew deadline (%s), and that longer than the"
                .formatted(seconds(election.leaseDuration()), seconds(election.renewDeadline()))
            + " retry period (%s)".formatted(seconds(election.retryPeriod()));
  }

  private static String seconds(Duration time) {
    return time.toMillis() / 1000.0 + "s";
  }
}
