package io.merapi.cli;

import io.merapi.cluster.effects.SchedulerEvents;
import io.merapi.cluster.metrics.RunMetrics;
import io.merapi.cluster.reload.ReloadListener;
import io.merapi.cluster.reload.ReloadResult;
import io.merapi.cluster.run.RunLog;

/**
 * Tells what came of changed configurations: in the log, in Events of the scheduler's Lease, and in
 * a metric.
 */
record ReloadReport(RunLog log, SchedulerEvents events, RunMetrics metrics)
    implements ReloadListener {

  @Override
  public void tried(String file, ReloadResult result) {
    metrics.reloaded(result instanceof ReloadResult.Applied);
    switch (result) {
      case ReloadResult.Applied(var notes) -> {
        log.info("configuration is in force now", "file", file);
        notes.forEach(note -> log.warn(note, "file", file));
        String more = notes.isEmpty() ? "" : "; " + String.join("; ", notes);
        events.record("Normal", "ConfigurationReloaded", file + " is in force now" + more);
      }
      case ReloadResult.Refused(var why, _) -> {
        log.warn("configuration is refused, the one before stays", "file", file, "err", why);
        events.record(
            "Warning",
            "ConfigurationRefused",
            "%s is refused, the one before stays: %s".formatted(file, why));
      }
    }
  }
}
