package io.merapi.cli;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.explain.answers.PodAnswers;
import io.merapi.explain.cluster.OfflineBatchCluster;
import io.merapi.explain.cluster.OfflineCluster;
import io.merapi.explain.group.BatchExplanation;
import io.merapi.explain.pod.PodExplanation;
import io.merapi.explain.pod.PodSearch;
import io.merapi.kube.configuration.KubeConfiguration;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code merapi explain}: where a pod would go, and why not elsewhere. */
@Command(
    name = "explain",
    header = "Say where a pod or group would go, and why it does not fit elsewhere.",
    description = {
      "",
      "Reads a snapshot (what kubectl get -o yaml prints), asks every plugin about every node, and"
          + " shows the nodes by reason, the verdict of each plugin and the scores. Where no node"
          + " fits, the text is that of the pod's FailedScheduling event. With --scheduler-conf the"
          + " answer is vc-scheduler's, with the gates of the pod's group and the shares of its"
          + " queue. Nothing is changed.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  merapi explain examples/gpu-cluster research/llm-pretrain-worker-0",
      "  kubectl get nodes,pods -A -o yaml | merapi explain - my-pod",
      "  merapi explain --scheduler-conf volcano-scheduler.conf cluster.yaml"
          + " podgroup/research/train",
      "",
      "Exit codes: 0 the pod or group was explained, whether or not it fits; 2 unreadable input, an"
          + " unknown name or a refused configuration."
    })
final class ExplainCommand extends SchedulerCommand {

  private static final String POD_PREFIX = "pod/";
  private static final String GROUP_PREFIX = "podgroup/";

  @Parameters(
      arity = "2..*",
      paramLabel = "SNAPSHOT... NAME",
      hideParamSyntax = true,
      description = {
        "SNAPSHOT: files or directories; - for standard input. Configuration files among them are"
            + " passed over.",
        "NAME: namespace/name of a pod or PodGroup, or the name alone where only one has it;"
            + " pod/... or podgroup/... says which is meant."
      })
  private List<String> arguments = List.of();

  @Option(names = "--all", description = "Show every node, not only the first of each kind.")
  private boolean all;

  private List<String> snapshots() {
    return arguments.subList(0, arguments.size() - 1);
  }

  @Override
  int kube(KubeConfiguration configuration, KubeOptions.Chosen chosen) throws IOException {
    var cluster =
        new OfflineCluster(
            configuration,
            chosen.gates(),
            chosen.plugins(),
            scheduler.upstreamSampling(),
            scheduler.fixes(),
            InstantSource.system().instant());
    if (!load(snapshots(), cluster::add)) {
      return ExitCode.UNREADABLE;
    }
    String wanted = arguments.getLast();
    if (wanted.startsWith(GROUP_PREFIX)) {
      return fail(
          "kube-scheduler knows no PodGroups; --scheduler-conf or --mode batch asks for"
              + " vc-scheduler's answer");
    }
    return found(
        without(POD_PREFIX, wanted),
        cluster.podKeys(),
        "pod",
        key -> print(PodExplanation.of(cluster, key)));
  }

  @Override
  int batch(BatchOptions.Chosen chosen) throws IOException {
    var cluster =
        new OfflineBatchCluster(
            chosen.configuration(),
            chosen.gates(),
            chosen.options(),
            chosen.fixes(),
            InstantSource.system().instant(),
            null,
            chosen.plugins());
    if (!load(snapshots(), cluster::add)) {
      return ExitCode.UNREADABLE;
    }
    String wanted = arguments.getLast();
    List<String> groups = cluster.keys(ObjectKind.POD_GROUP);
    boolean group =
        wanted.startsWith(GROUP_PREFIX)
            || (!wanted.startsWith(POD_PREFIX)
                && PodSearch.find(wanted, cluster.podKeys()) instanceof PodSearch.Result.Unknown
                && PodSearch.find(wanted, groups) instanceof PodSearch.Result.Found);
    return group
        ? found(
            without(GROUP_PREFIX, wanted),
            groups,
            "PodGroup",
            key -> print(BatchExplanation.ofGroup(cluster, key)))
        : found(
            without(POD_PREFIX, wanted),
            cluster.podKeys(),
            "pod",
            key -> print(BatchExplanation.ofPod(cluster, key)));
  }

  private static String without(String prefix, String wanted) {
    return wanted.startsWith(prefix) ? wanted.substring(prefix.length()) : wanted;
  }

  private int found(String wanted, List<String> keys, String kind, Consumer<String> printer) {
    return switch (PodSearch.find(wanted, keys)) {
      case PodSearch.Result.Unknown(var nearest) -> fail(unknown(kind, wanted, nearest));
      case PodSearch.Result.Ambiguous(var several) ->
          fail(
              "several %ss are named (%s), add the namespace: %s"
                  .formatted(kind, wanted, String.join(", ", several)));
      case PodSearch.Result.Found(var key) -> {
        printer.accept(key);
        yield ExitCode.OK;
      }
    };
  }

  private static String unknown(String kind, String wanted, List<String> nearest) {
    String advice =
        nearest.isEmpty() ? "" : "; did you mean %s?".formatted(String.join(", ", nearest));
    return "no %s is named (%s)%s".formatted(kind, wanted, advice);
  }

  private void print(PodExplanation explanation) {
    if (output == OutputFormat.TABLE) {
      new ExplanationText(out(), report(), all).print(explanation);
      return;
    }
    // Standard output holds the recorded fields and nothing else, so that answers can be compared.
    ExplanationText.notes(explanation).forEach(this::note);
    output.print(PodAnswers.of(explanation.findings()), out());
  }

  private void print(BatchExplanation explanation) {
    if (output == OutputFormat.TABLE) {
      new BatchExplanationText(out(), report(), all).print(explanation);
      return;
    }
    explanation.notes().forEach(this::note);
    output.print(explanation.answers(), out());
  }
}
