package io.merapi.cli;

import io.merapi.cluster.access.ClusterAccess;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.run.KubeRun;
import io.merapi.cluster.run.RunLog;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.remote.extender.ExtenderSetupException;
import io.merapi.remote.extender.HttpExtender;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code merapi run}: schedules the pods of a real cluster until it is stopped. */
@Command(
    name = "run",
    header = "Schedule the pods of a real cluster.",
    description = {
      "",
      "Follows the cluster, finds a node for every pod whose schedulerName is one of its profiles,"
          + " and binds it, as kube-scheduler does. It stops on SIGINT or SIGTERM and may be"
          + " started again at any time: all that it knows comes from the cluster.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  merapi run --mode kube --config scheduler.yaml --kubeconfig ~/.kube/config",
      "",
      "Exit codes: 0 stopped by a signal, 2 bad usage, a refused configuration or no cluster."
    })
final class RunCommand extends Subcommand {

  /** What it does the work of. */
  enum Mode {
    KUBE
  }

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "kube: the work of kube-scheduler (default).")
  private Mode mode = Mode.KUBE;

  @Mixin private KubeOptions scheduler = new KubeOptions();

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
      return switch (mode) {
        case KUBE -> schedule();
      };
    } catch (NoSuchFileException e) {
      return fail("(%s) does not exist".formatted(e.getFile()));
    } catch (IOException | ExtenderSetupException e) {
      return fail(String.valueOf(e.getMessage()));
    }
  }

  private int schedule() throws IOException, ExtenderSetupException, InterruptedException {
    KubeOptions.Chosen chosen = scheduler.read();
    tell(chosen.problems());
    KubeConfiguration configuration = chosen.configuration();
    if (configuration == null) {
      return fail(chosen.refusal());
    }
    KubeRun run =
        KubeRun.start(
            server(configuration),
            configuration,
            chosen.gates(),
            scheduler.settings(0),
            extenders(configuration),
            new Lines());
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> {
              run.close();
              // Being told to stop is no failure, which the exit code of a signal would say.
              Runtime.getRuntime().halt(ExitCode.OK);
            }));
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  private ApiServer server(KubeConfiguration configuration) throws IOException {
    String configured = configuration.clientConnection().kubeconfig();
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
