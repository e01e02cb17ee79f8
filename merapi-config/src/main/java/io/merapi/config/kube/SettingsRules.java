package io.merapi.config.kube;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.kube.configuration.ClientConnection;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.LeaderElection;
import java.time.Duration;

/** What the settings of the whole scheduler must be. */
record SettingsRules(Findings findings) {

  void clientConnection(ClientConnection connection) {
    if (connection.burst() < 0) {
      invalid(
          "clientConnection.burst",
          FieldErrors.invalid(connection.burst(), "must be non-negative"));
    }
  }

  /** Nothing is asked of an election that does not take place. */
  void leaderElection(LeaderElection election) {
    if (!election.leaderElect()) {
      return;
    }
    positive("leaseDuration", election.leaseDuration());
    positive("renewDeadline", election.renewDeadline());
    positive("retryPeriod", election.retryPeriod());
    if (election.leaseDuration().compareTo(election.renewDeadline()) <= 0) {
      // Upstream shows the other value than the one that it names.
      invalid(
          "leaderElection.leaseDuration",
          FieldErrors.invalid(election.renewDeadline(), "must be greater than `RenewDeadline`"));
    }
    if (!election.resourceLock().equals("leases")) {
      invalid(
          "leaderElection.resourceLock",
          FieldErrors.invalid(election.resourceLock(), "resourceLock value must be \"leases\""));
    }
  }

  void parallelism(int parallelism) {
    if (parallelism <= 0) {
      invalid(
          "parallelism",
          FieldErrors.invalid(parallelism, "should be an integer value greater than zero"));
    }
  }

  void percentage(String path, int percentage) {
    if (percentage < 0 || percentage > 100) {
      invalid(path, FieldErrors.invalid(percentage, "not in valid range [0-100]"));
    }
  }

  void backoff(long initialSeconds, long maxSeconds) {
    if (initialSeconds <= 0) {
      invalid(
          "podInitialBackoffSeconds",
          FieldErrors.invalid(initialSeconds, "must be greater than 0"));
    }
    if (maxSeconds < initialSeconds) {
      invalid(
          "podMaxBackoffSeconds",
          FieldErrors.invalid(
              maxSeconds, "must be greater than or equal to PodInitialBackoffSeconds"));
    }
  }

  private void positive(String key, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      invalid("leaderElection." + key, FieldErrors.invalid(duration, "must be greater than zero"));
    }
  }

  private void invalid(String path, String message) {
    findings.validate(ProblemKind.INVALID, path, message);
  }
}
