package io.merapi.cli;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.config.batch.BatchReading;
import io.merapi.config.kube.KubeConfigurationReading;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.explain.summary.SnapshotSummary;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a checked file turned out to be.
 *
 * @param text what it holds, in one line
 */
record FileDescription(String path, String text) {

  static FileDescription of(String path, KubeConfigurationReading reading) {
    KubeConfiguration configuration = reading.configuration();
    String held =
        configuration == null
            ? "refused"
            : "%s (%s)"
                .formatted(
                    Report.plural(configuration.profiles().size(), "profile"),
                    configuration.profiles().stream()
                        .map(Profile::schedulerName)
                        .collect(Collectors.joining(", ")));
    return new FileDescription(path, "KubeSchedulerConfiguration, " + held);
  }

  static FileDescription of(String path, BatchReading reading) {
    String held = reading.configuration().map(FileDescription::describe).orElse("refused");
    return new FileDescription(path, "volcano-scheduler.conf, " + held);
  }

  static FileDescription of(String paths, LoadResult result, SnapshotSummary summary) {
    long pods = summary.assignedPods() + summary.pendingPods() + summary.endedPods();
    var text =
        new StringBuilder(
            "snapshot, %s, %s (%,d on nodes, %,d pending, %,d ended)"
                .formatted(
                    Report.plural(summary.nodes(), "node"),
                    Report.plural(pods, "pod"),
                    summary.assignedPods(),
                    summary.pendingPods(),
                    summary.endedPods()));
    result
        .counts()
        .forEach((kind, count) -> {
          if (kind != ObjectKind.NODE && kind != ObjectKind.POD) {
            text.append(", ").append(Report.plural(count, kind.kindName()));
          }
        });
    if (result.skippedObjects() > 0) {
      text.append(", %,d skipped that scheduling does not read".formatted(result.skippedObjects()));
    }
    if (result.setAside() > 0) {
      text.append(", %,d set aside".formatted(result.setAside()));
    }
    return new FileDescription(paths, text.toString());
  }

  Map<String, Object> tree() {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("path", path);
    tree.put("holds", text);
    return tree;
  }

  private static String describe(BatchConfiguration configuration) {
    return "%s (%s), %s, %s"
        .formatted(
            Report.plural(configuration.actions().size(), "action"),
            configuration.actions().stream()
                .map(BatchAction::key)
                .collect(Collectors.joining(", ")),
            Report.plural(configuration.tiers().size(), "tier"),
            Report.plural(configuration.plugins().count(), "plugin"));
  }
}
