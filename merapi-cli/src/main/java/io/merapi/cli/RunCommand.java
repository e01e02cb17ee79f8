package io.merapi.cli;

import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.cluster.access.ClusterAccess;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.run.BatchRun;
import io.merapi.cluster.run.ClusterRun;
import io.merapi.cluster.run.KubeRun;
import io.merapi.cluster.run.RunLog;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.remote.extender.ExtenderSetupException;
import io.merapi.remote.extender.HttpExtender;
import io.merapi.remote.extender.HttpExtenderTransport;
import io.merapi.remote.usage.UsageSources;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code merapi run}: schedules the pods of a real cluster until it is stopped. */
@Command(
    name = "run",
    header = "Schedule the pods of a real cluster.",
    description = {
      "",
      "Follows the cluster, finds nodes for the pods that name it in schedulerName, and binds them:"
          + " pod after pod, as kube-scheduler does, or groups of pods, as vc-scheduler does. It"
          + " stops on SIGINT or SIGTERM and may be started again at any time: all that it knows"
          + " comes from the cluster.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  merapi run --mode kube --config scheduler.yaml --kubeconfig ~/.kube/config",
      "  merapi run --mode batch --scheduler-conf volcano-scheduler.conf",
      "",
      "Exit codes: 0 stopped by a signal, 1 leadership was lost, 2 bad usage, a refused"
          + " configuration or no cluster."
    })
final class RunCommand extends Subcommand {

  /** What it does the work of. */
  enum Mode {
    KUBE,
    BATCH,
    BOTH
  }

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "kube: the work of kube-scheduler; batch: that of vc-scheduler; both: each for the pods"
              + " that name it. Without it, batch where --scheduler-conf is given, and kube"
              + " elsewhere.")
  private @Nullable Mode mode;

  @Mixin private KubeOptions scheduler = new KubeOptions();

  @ArgGroup(validate = false, heading = "%nBatch work, by the options of vc-scheduler:%n")
  private BatchOptions batch = new BatchOptions();

  @ArgGroup(validate = false, heading = "%nReplicas:%n")
  private LeaderOptions leader = new LeaderOptions();

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "How to reach the cluster; without it, what the configuration says, the environment, or"
              + " the service account of the pod that it runs in.")
  private @Nullable Path kubeconfig;

  @Override
  public Integer call() throws InterruptedException {
    try {
      return schedule();
    } catch (NoSuchFileException e) {
      return fail("(%s) does not exist".formatted(e.getFile()));
    } catch (IOException | ExtenderSetupException e) {
      return fail(String.valueOf(e.getMessage()));
    }
  }

  private int schedule() throws IOException, ExtenderSetupException, InterruptedException {
    Mode wanted = mode != null ? mode : batch.hasConfiguration() ? Mode.BATCH : Mode.KUBE;
    KubeOptions.Chosen kube = wanted == Mode.BATCH ? null : scheduler.read();
    BatchOptions.Chosen groups = wanted == Mode.KUBE ? null : batch.read(scheduler);
    String refusal = refusal(kube, groups);
    if (!refusal.isEmpty()) {
      return fail(refusal);
    }
    // Everything that can be refused is, before anything is started.
    KubeConfiguration configuration = kube == null ? null : kube.configuration();
    ApiServer server = server(configuration);
    List<SchedulerExtender> extenders =
        configuration == null ? List.of() : extenders(configuration);
    var log = new Lines();
    var schedulers = new RunningSchedulers(server, log);
    if (kube != null && configuration != null) {
      schedulers.add(
          KubeRun.start(
              server,
              configuration,
              kube.gates(),
              scheduler.settings(0),
              KubePlugins.IN_TREE,
              extenders,
              log),
          leader.over(configuration.leaderElection()));
    }
    if (groups != null) {
      schedulers.add(start(groups, server, log), leader.batch(groups.options().component()));
    }
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> {
              schedulers.stop();
              // Being told to stop is no failure, which the exit code of a signal would say.
              Runtime.getRuntime().halt(ExitCode.OK);
            }));
    log.warn("another replica may lead now, so this one ends: " + schedulers.awaitLoss());
    schedulers.stop();
    // A hook would say that all is well.
    Runtime.getRuntime().halt(ExitCode.PROBLEMS);
    return ExitCode.PROBLEMS;
  }

  /** Tells what is wrong with the options; why they cannot be used, or nothing. */
  private String refusal(KubeOptions.@Nullable Chosen kube, BatchOptions.@Nullable Chosen groups) {
    if (kube == null && scheduler.hasConfiguration()) {
      return "--config is for kube-scheduler's work, so it cannot stand beside --mode batch";
    }
    if (groups == null && batch.hasConfiguration()) {
      return "--scheduler-conf is for vc-scheduler's work, so it cannot stand beside --mode kube";
    }
    if (kube != null) {
      tell(kube.problems());
    }
    if (groups != null) {
      tell(groups.problems());
      groups.notes().forEach(note -> err().println("merapi: " + note));
    }
    if (kube != null && kube.configuration() == null) {
      return kube.refusal();
    }
    if (groups != null && !groups.refusal().isEmpty()) {
      return groups.refusal();
    }
    String complaint =
        kube == null || kube.configuration() == null
            ? ""
            : LeaderOptions.complaint(leader.over(kube.configuration().leaderElection()));
    return groups == null || !complaint.isEmpty()
        ? complaint
        : LeaderOptions.complaint(leader.batch(groups.options().component()));
  }

  private static ClusterRun start(BatchOptions.Chosen chosen, ApiServer server, RunLog log) {
    BatchConfiguration configuration = chosen.configuration();
    InstantSource clock = InstantSource.system();
    return BatchRun.start(
        server,
        configuration,
        chosen.gates(),
        chosen.settings(0),
        BatchPlugins.IN_TREE,
        client ->
            UsageSources.of(configuration.metrics().source(), path -> metrics(client, path), clock),
        new HttpExtenderTransport(ObjectWriter::tree),
        log);
  }

  private static String metrics(ApiClient client, String path) throws IOException {
    ApiAnswer answer = client.send(ApiRequest.get(path));
    if (!answer.succeeded()) {
      throw new IOException(answer.status().message());
    }
    return answer.body();
  }

  private ApiServer server(@Nullable KubeConfiguration configuration) throws IOException {
    String configured = configuration == null ? "" : configuration.clientConnection().kubeconfig();
    if (kubeconfig != null) {
      return ClusterAccess.fromKubeconfig(kubeconfig);
    }
    return configured.isEmpty()
        ? ClusterAccess.detected()
        : ClusterAccess.fromKubeconfig(Path.of(configured));
  }

  private static List<SchedulerExtender> extenders(KubeConfiguration configuration)
      throws ExtenderSetupException {
    var extenders = new ArrayList<SchedulerExtender>();
    for (Extender extender : configuration.extenders()) {
      extenders.add(new HttpExtender(extender, ObjectWriter::untypedJson));
    }
    return extenders;
  }

  /** Lines on standard error, each with its time. */
  private final class Lines implements RunLog {

    @Override
    public void info(String message) {
      line("", message);
    }

    @Override
    public void warn(String message) {
      line("warning: ", message);
    }

    private void line(String level, String message) {
      Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
      err().println("%s merapi: %s%s".formatted(now, level, message));
    }
  }
}
