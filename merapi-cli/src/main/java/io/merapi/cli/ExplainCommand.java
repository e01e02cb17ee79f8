package io.merapi.cli;

import io.merapi.config.snapshot.InputFile;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.explain.answers.PodAnswers;
import io.merapi.explain.cluster.OfflineCluster;
import io.merapi.explain.pod.PodExplanation;
import io.merapi.explain.pod.PodSearch;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.cycle.SchedulerSettings;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

  @Mixin private KubeOptions scheduler = new KubeOptions();

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
    KubeOptions.Chosen chosen = scheduler.read();
    tell(chosen.problems());
    KubeConfiguration configuration = chosen.configuration();
    if (configuration == null) {
      return fail(chosen.refusal());
    }
    SchedulerSettings settings = scheduler.settings(0);
    var cluster =
        new OfflineCluster(
            configuration, chosen.gates(), settings.upstreamSampling(), settings.fixes());
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
    LoadResult result;
    try (var progress = Progress.reading(snapshots, err())) {
      result = new SnapshotLoader(System.in, progress).load(snapshots, cluster::add);
    }
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
}
