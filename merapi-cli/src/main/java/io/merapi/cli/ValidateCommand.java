package io.merapi.cli;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.batch.BatchReading;
import io.merapi.config.kube.FeatureGateReader;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReading;
import io.merapi.config.snapshot.InputFile;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.explain.summary.SnapshotSummary;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code merapi validate}: everything that is wrong with files, at once. */
@Command(
    name = "validate",
    header = "Check configuration files and snapshots; report every problem at once.",
    description = {
      "",
      "Reads KubeSchedulerConfiguration, volcano-scheduler.conf (plain or in a ConfigMap) and"
          + " snapshots (what kubectl get -o yaml prints), tells them apart by itself, and is"
          + " stricter than the programs that read them: it reports unknown keys, wrong types and"
          + " switches without effect that they silently pass over.",
      "",
      "An error is refused by the real program, a warning is something that it passes over or"
          + " replaces by a default, a note is worth knowing.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  merapi validate volcano-scheduler.conf",
      "  kubectl get nodes,pods,podgroups,queues -A -o yaml | merapi validate -",
      "",
      "Exit codes: 0 no errors or warnings, 1 errors or warnings, 2 unreadable input."
    })
final class ValidateCommand extends Subcommand {

  /** Problems beyond these are counted and not printed; the first ones show what is wrong. */
  private static final int SHOWN = 200;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Files or directories; - for standard input.")
  private List<String> files = List.of();

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=BOOL,...",
      description = "Feature gates that differ from the defaults of Kubernetes 1.36.")
  private String featureGates = "";

  private final List<Problem> problems = new ArrayList<>();
  private boolean unreadable;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = out();
    Report report = report();

    FeatureGateReader.Reading gates = FeatureGateReader.read(featureGates);
    problems.addAll(gates.problems());
    var snapshots = new ArrayList<String>();
    List<InputFile> inputs = InputFile.find(files);
    for (InputFile input : inputs) {
      switch (input.kind()) {
        case SNAPSHOT -> snapshots.add(input.path());
        case KUBE_CONFIGURATION -> validateKube(input.path(), gates.gates(), out);
        case BATCH_CONFIGURATION -> validateBatch(input.path(), out);
      }
    }
    if (!snapshots.isEmpty()) {
      validateSnapshot(snapshots, out, report);
    }
    out.println();
    problems.stream().limit(SHOWN).forEach(report::problem);
    if (problems.size() > SHOWN) {
      out.println("... and %,d more".formatted(problems.size() - SHOWN));
    }
    if (!problems.isEmpty()) {
      out.println();
    }
    String counts = Report.count(problems);
    out.println(
        "%s in %s"
            .formatted(
                counts.isEmpty() ? "No problems" : counts, Report.plural(inputs.size(), "file")));
    return exitCode();
  }

  private int exitCode() {
    if (unreadable) {
      return ExitCode.UNREADABLE;
    }
    boolean wrong = problems.stream().anyMatch(problem -> problem.severity() != Severity.NOTE);
    return wrong ? ExitCode.PROBLEMS : ExitCode.OK;
  }

  private void validateKube(String path, FeatureGates gates, PrintWriter out) throws IOException {
    KubeConfigurationReading reading =
        new KubeConfigurationReader().read(path, Files.readString(Path.of(path)), gates);
    problems.addAll(reading.problems());
    KubeConfiguration configuration = reading.configuration();
    out.println(
        "%s: KubeSchedulerConfiguration, %s"
            .formatted(
                path,
                configuration == null
                    ? "refused"
                    : Report.plural(configuration.profiles().size(), "profile")
                        + " ("
                        + configuration.profiles().stream()
                            .map(Profile::schedulerName)
                            .collect(Collectors.joining(", "))
                        + ")"));
  }

  private void validateBatch(String path, PrintWriter out) throws IOException {
    BatchReading reading = BatchConfigurationReader.read(path, Files.readString(Path.of(path)));
    problems.addAll(reading.problems());
    out.println(
        "%s: volcano-scheduler.conf, %s"
            .formatted(
                path, reading.configuration().map(ValidateCommand::describe).orElse("refused")));
  }

  private static String describe(BatchConfiguration configuration) {
    return "%s (%s), %s, %s"
        .formatted(
            Report.plural(configuration.actions().size(), "action"),
            configuration.actions().stream()
                .map(action -> action.toString())
                .collect(Collectors.joining(", ")),
            Report.plural(configuration.tiers().size(), "tier"),
            Report.plural(configuration.plugins().count(), "plugin"));
  }

  private void validateSnapshot(List<String> paths, PrintWriter out, Report report) {
    var summary = new SnapshotSummary();
    LoadResult result = new SnapshotLoader(System.in).load(paths, summary::add);
    problems.addAll(result.problems());
    unreadable |= result.unreadable() > 0 || result.broken() > 0;
    out.println(
        "%s: snapshot, %s, %s (%,d on nodes, %,d pending, %,d ended)%s"
            .formatted(
                String.join(", ", paths),
                Report.plural(summary.nodes(), "node"),
                Report.plural(
                    summary.assignedPods() + summary.pendingPods() + summary.endedPods(), "pod"),
                summary.assignedPods(),
                summary.pendingPods(),
                summary.endedPods(),
                others(result)));
    if (summary.nodes() > 0) {
      out.println();
      report.table(capacity(summary));
    }
  }

  private static String others(LoadResult result) {
    var text = new StringBuilder();
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
    return text.toString();
  }

  private static List<List<String>> capacity(SnapshotSummary summary) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("resource", "allocatable", "requested", "", "pending"));
    for (SnapshotSummary.Row row : summary.rows()) {
      rows.add(
          List.of(
              row.resource(),
              Amounts.text(row.resource(), row.allocatable()),
              Amounts.text(row.resource(), row.requested()),
              row.allocatable() == 0
                  ? ""
                  : "%.0f%%".formatted(100.0 * row.requested() / row.allocatable()),
              Amounts.text(row.resource(), row.waiting())));
    }
    return rows;
  }
}
