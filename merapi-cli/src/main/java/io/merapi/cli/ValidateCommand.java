package io.merapi.cli;

import io.merapi.api.feature.FeatureGates;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.batch.BatchReading;
import io.merapi.config.kube.FeatureGateReader;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReading;
import io.merapi.config.plugins.PluginSet;
import io.merapi.config.snapshot.InputFile;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.explain.summary.SnapshotSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

  @Option(
      names = "--keep-going",
      description = "Set malformed objects of a snapshot aside and go on: exit code 1, not 2.")
  private boolean keepGoing;

  @Mixin private PluginOptions plugins = new PluginOptions();

  private final List<Problem> problems = new ArrayList<>();
  private final List<FileDescription> descriptions = new ArrayList<>();
  private final SnapshotSummary summary = new SnapshotSummary();
  private boolean unreadable;

  @Override
  public Integer call() {
    FeatureGateReader.Reading gates = FeatureGateReader.read(featureGates);
    problems.addAll(gates.problems());
    try {
      PluginSet known = plugins.read();
      problems.addAll(known.problems());
      validate(InputFile.find(files), gates.gates(), known);
    } catch (NoSuchFileException e) {
      err().println("merapi: (%s) does not exist".formatted(e.getFile()));
      return ExitCode.UNREADABLE;
    } catch (IOException e) {
      err().println("merapi: cannot read: " + e.getMessage());
      return ExitCode.UNREADABLE;
    }
    if (output == OutputFormat.TABLE) {
      print();
    } else {
      var result = new LinkedHashMap<String, Object>();
      result.put("files", descriptions.stream().map(FileDescription::tree).toList());
      result.put("problems", problems.stream().map(Report::tree).toList());
      output.print(result, out());
    }
    return exitCode();
  }

  private void validate(List<InputFile> inputs, FeatureGates gates, PluginSet known)
      throws IOException {
    var snapshots = new ArrayList<String>();
    for (InputFile input : inputs) {
      String path = input.path();
      switch (input.kind()) {
        case SNAPSHOT -> snapshots.add(path);
        case KUBE_CONFIGURATION -> {
          KubeConfigurationReading reading =
              new KubeConfigurationReader(known.kube())
                  .read(path, Files.readString(Path.of(path)), gates);
          problems.addAll(reading.problems());
          descriptions.add(FileDescription.of(path, reading));
        }
        case BATCH_CONFIGURATION -> {
          BatchReading reading =
              BatchConfigurationReader.read(
                  path, Files.readString(Path.of(path)), gates, known.batch());
          problems.addAll(reading.problems());
          descriptions.add(FileDescription.of(path, reading));
        }
      }
    }
    // All snapshot files together are one cluster: an object given twice is found across files.
    if (!snapshots.isEmpty()) {
      LoadResult result;
      try (var progress = Progress.reading(snapshots, err())) {
        result = new SnapshotLoader(System.in, progress).load(snapshots, summary::add);
      }
      problems.addAll(result.problems());
      unreadable = !result.usable(keepGoing);
      descriptions.add(FileDescription.of(String.join(", ", snapshots), result, summary));
    }
  }

  private int exitCode() {
    if (unreadable) {
      return ExitCode.UNREADABLE;
    }
    boolean wrong = problems.stream().anyMatch(problem -> problem.severity() != Severity.NOTE);
    return wrong ? ExitCode.PROBLEMS : ExitCode.OK;
  }

  private void print() {
    for (FileDescription description : descriptions) {
      out().println(description.path() + ": " + description.text());
    }
    if (summary.nodes() > 0) {
      out().println();
      report().table(capacity());
    }
    out().println();
    problems.stream().limit(SHOWN).forEach(report()::problem);
    if (problems.size() > SHOWN) {
      out().println("... and %,d more".formatted(problems.size() - SHOWN));
    }
    if (!problems.isEmpty()) {
      out().println();
    }
    String counts = Report.count(problems);
    out().println(counts.isEmpty() ? "No problems found." : counts);
  }

  private List<List<String>> capacity() {
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
