package io.merapi.cli;

import io.merapi.api.feature.FeatureGates;
import io.merapi.config.kube.FeatureGateReader;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReading;
import io.merapi.config.snapshot.InputFile;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.explain.answers.PodAnswers;
import io.merapi.explain.cluster.OfflineCluster;
import io.merapi.explain.pod.PodExplanation;
import io.merapi.explain.pod.PodSearch;
import io.merapi.kube.configuration.KubeConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code merapi explain}: where a pod would go, and why not elsewhere. */
@Command(
    name = "explain",
    header = "Say where a pod would go, and why it does not fit elsewhere.",
    description = {
      "",
      "Reads a snapshot (what kubectl get -o yaml prints), asks every plugin about every node, and"
          + " shows the nodes by reason, the verdict of each plugin and the scores. Where no node"
          + " fits, the text is that of the pod's FailedScheduling event. Nothing is changed.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  merapi explain examples/gpu-cluster research/llm-pretrain-worker-0",
      "  kubectl get nodes,pods -A -o yaml | merapi explain - my-pod",
      "",
      "Exit codes: 0 the pod was explained, whether or not it fits; 2 unreadable input, an unknown"
          + " pod or a refused configuration."
    })
final class ExplainCommand extends Subcommand {

  @Parameters(
      arity = "2..*",
      paramLabel = "SNAPSHOT... POD",
      hideParamSyntax = true,
      description = {
        "SNAPSHOT: files or directories; - for standard input. Configuration files among them are"
            + " passed over.",
        "POD: namespace/name, or the name alone where only one pod has it."
      })
  private List<String> arguments = List.of();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A KubeSchedulerConfiguration; without it the defaults of kube-scheduler.")
  private @Nullable Path config;

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=BOOL,...",
      description = "Feature gates that differ from the defaults of Kubernetes 1.36.")
  private String featureGates = "";

  @Option(
      names = "--keep-going",
      description = "Do without malformed objects of a snapshot instead of giving up.")
  private boolean keepGoing;

  @Option(names = "--all", description = "Show every node, not only the first of each kind.")
  private boolean all;

  @Override
  public Integer call() {
    try {
      return explain();
    } catch (NoSuchFileException e) {
      return fail("(%s) does not exist".formatted(e.getFile()));
    } catch (IOException e) {
      return fail("cannot read: " + e.getMessage());
    }
  }

  private int explain() throws IOException {
    FeatureGateReader.Reading gates = FeatureGateReader.read(featureGates);
    tell(gates.problems());
    if (gates.refused()) {
      return ExitCode.UNREADABLE;
    }
    KubeConfiguration configuration = configuration(gates.gates());
    if (configuration == null) {
      return fail("(%s) is refused".formatted(config));
    }
    var cluster = new OfflineCluster(configuration, gates.gates());
    if (!load(cluster)) {
      return ExitCode.UNREADABLE;
    }
    String wanted = arguments.getLast();
    return switch (PodSearch.find(wanted, cluster.podKeys())) {
      case PodSearch.Result.Unknown(var nearest) -> fail(unknown(wanted, nearest));
      case PodSearch.Result.Ambiguous(var keys) ->
          fail(
              "several pods are named (%s), add the namespace: %s"
                  .formatted(wanted, String.join(", ", keys)));
      case PodSearch.Result.Found(var key) -> {
        print(PodExplanation.of(cluster, key));
        yield ExitCode.OK;
      }
    };
  }

  /** The configuration in force; null where it is refused, which has been told then. */
  private @Nullable KubeConfiguration configuration(FeatureGates gates) throws IOException {
    var reader = new KubeConfigurationReader();
    if (config == null) {
      return reader.defaults(gates);
    }
    KubeConfigurationReading reading =
        reader.read(config.toString(), Files.readString(config), gates);
    tell(reading.problems());
    return reading.configuration();
  }

  private boolean load(OfflineCluster cluster) throws IOException {
    List<String> paths = arguments.subList(0, arguments.size() - 1);
    List<String> snapshots =
        InputFile.find(paths).stream()
            .filter(file -> file.kind() == InputFile.Kind.SNAPSHOT)
            .map(InputFile::path)
            .toList();
    if (snapshots.isEmpty()) {
      fail("no snapshot (.yaml or .json with Kubernetes objects) found at " + paths);
      return false;
    }
    LoadResult result = new SnapshotLoader(System.in).load(snapshots, cluster::add);
    tell(result.problems());
    boolean usable = result.usable(keepGoing);
    if (!usable && result.usable(true)) {
      fail("the snapshot has malformed objects; --keep-going does without them");
    }
    return usable;
  }

  private static String unknown(String wanted, List<String> nearest) {
    String advice =
        nearest.isEmpty() ? "" : "; did you mean %s?".formatted(String.join(", ", nearest));
    return "no pod is named (%s)%s".formatted(wanted, advice);
  }

  private void print(PodExplanation explanation) {
    if (output == OutputFormat.TABLE) {
      new ExplanationText(out(), report(), all).print(explanation);
      return;
    }
    // Standard output holds the recorded fields and nothing else, so that answers can be compared.
    ExplanationText.notes(explanation).forEach(note -> err().println("merapi: " + note));
    output.print(PodAnswers.of(explanation.findings()), out());
  }

  /** Prints problems apart from the result; notes would only distract from it. */
  private void tell(List<Problem> problems) {
    problems.stream()
        .filter(problem -> problem.severity() != Severity.NOTE)
        .forEach(errors()::problem);
  }

  private int fail(String message) {
    err().println("merapi: " + message);
    return ExitCode.UNREADABLE;
  }
}
