package io.merapi.cli;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.cluster.http.ApiAnswer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.metrics.Metrics;
import io.merapi.cluster.permission.ApiCall;
import io.merapi.cluster.permission.Layer;
import io.merapi.cluster.reload.FileFollower;
import io.merapi.cluster.reload.ReloadListener;
import io.merapi.cluster.run.AccessCheck;
import io.merapi.cluster.run.BatchRun;
import io.merapi.cluster.run.ClusterRun;
import io.merapi.cluster.run.KubeRun;
import io.merapi.cluster.run.RunLog;
import io.merapi.cluster.serve.EndpointException;
import io.merapi.cluster.tracing.Tracing;
import io.merapi.cluster.tracing.TracingSettings;
import io.merapi.cluster.tracing.TracingSetupException;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.cluster.watch.WatchedKinds;
import io.merapi.config.effective.EffectiveConfiguration;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.config.source.Problem;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.LeaderElection;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.framework.PluginSetupException;
import io.merapi.kube.placement.ClassMemory;
import io.merapi.remote.extender.ExtenderSetupException;
import io.merapi.remote.extender.HttpExtender;
import io.merapi.remote.extender.HttpExtenderTransport;
import io.merapi.remote.usage.UsageSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code merapi run}: schedules the pods of a real cluster until it is stopped. */
@Command(
    name = "run",
    preprocessor = GoOptionNames.class,
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

  // Mixins rather than groups: of an option that is given twice, a group would take the second for
  // the start of another group and forget the rest.
  @Mixin private BatchOptions batch = new BatchOptions();

  @Mixin private ReloadOptions reload = new ReloadOptions();

  @Mixin private LeaderOptions leader = new LeaderOptions();

  @Mixin private ClientOptions client = new ClientOptions();

  @Mixin private LogOptions logs = new LogOptions();

  @Mixin private DumpOptions dumps = new DumpOptions();

  @Mixin private ServingOptions serving = new ServingOptions();

  @Mixin private TracingOptions traces = new TracingOptions();

  @Mixin private AccessOptions access = new AccessOptions();

  @Option(
      names = "--check-invariants-every",
      paramLabel = "N",
      description =
          "Check the scheduler's own books after every N cycles or sessions, and start over from"
              + " the API server's objects where they do not agree (default: 0, never).")
  private int checkEvery;

  @Option(
      names = "--write-config-to",
      paramLabel = "FILE",
      description =
          "Write the KubeSchedulerConfiguration that holds, with its defaults, to a file and exit.")
  private @Nullable Path writeTo;

  @Option(
      names = "--version",
      paramLabel = "FORM",
      arity = "0..1",
      fallbackValue = "true",
      description = "Print the version and exit.")
  private String version = "false";

  @Override
  public Integer call() throws InterruptedException {
    if (!version.equals("false")) {
      new Version().lines().forEach(out()::println);
      return ExitCode.OK;
    }
    try {
      return schedule();
    } catch (NoSuchFileException e) {
      return fail("(%s) does not exist".formatted(e.getFile()));
    } catch (IOException
        | ExtenderSetupException
        | PluginSetupException
        | TracingSetupException
        | EndpointException e) {
      return fail(String.valueOf(e.getMessage()));
    }
  }

  private int schedule()
      throws IOException,
          ExtenderSetupException,
          TracingSetupException,
          EndpointException,
          InterruptedException {
    Mode wanted = mode != null ? mode : batch.hasConfiguration() ? Mode.BATCH : Mode.KUBE;
    List<Path> plugins = scheduler.pluginOptions().directories();
    FileFollower kubeFile = reload.follow(scheduler.configurations(), plugins);
    FileFollower batchFile = reload.follow(batch.configurations(), plugins);
    KubeOptions.Chosen kube = wanted == Mode.BATCH ? null : scheduler.read();
    BatchOptions.Chosen groups = wanted == Mode.KUBE ? null : batch.read(scheduler);
    List<Problem> brokenJars = scheduler.plugins().problems();
    tell(brokenJars);
    String refusal =
        scheduler.refuses(brokenJars) ? "--plugins-dir is refused" : refusal(kube, groups);
    if (!refusal.isEmpty()) {
      return fail(refusal);
    }
    // Everything that can be refused is, before anything is started.
    KubeConfiguration configuration = kube == null ? null : kube.configuration();
    if (writeTo != null && configuration != null) {
      LeaderElection election = leader.over(configuration.leaderElection());
      Files.writeString(
          writeTo, ObjectWriter.yaml(EffectiveConfiguration.of(configuration, election)));
      return ExitCode.OK;
    }
    String original = kube == null ? "vc-scheduler" : "kube-scheduler";
    TracingSettings traced = traces.settings(original);
    ApiServer server =
        client.server(configuration == null ? "" : configuration.clientConnection().kubeconfig());
    List<SchedulerExtender> extenders =
        configuration == null ? List.of() : extenders(configuration);
    var log = new LogLines(err(), logs, InstantSource.system());
    Tracing tracing = TracingOptions.start(traced, log);
    var metrics = new Metrics(Version.number(), tracing);
    RunEndpoints endpoints = RunEndpoints.open(serving, access, kube == null, server, metrics, log);
    var status = new StatusPages(original);
    status.mountOn(endpoints.pages(), Objects.requireNonNull(spec));
    var schedulers = new RunningSchedulers(server, log, endpoints, metrics, tracing, checkEvery);
    try (var _ = StopSignal.runs(schedulers::stop)) {
      // Health can be asked for meanwhile: who waits for the API server is alive, and not ready.
      AccessCheck allowed =
          AccessCheck.of(
              server, kinds(configuration, groups), layers(kube != null, groups != null), log);
      allowed.remarks().forEach(this::warn);
      if (!allowed.refusals().isEmpty()) {
        allowed.refusals().forEach(this::warn);
        schedulers.stop();
        return ExitCode.UNREADABLE;
      }
      ClassMemory memory = HeapShare.ofEach(kube != null && groups != null ? 2 : 1);
      if (kube != null && configuration != null) {
        KubeRun run =
            KubeRun.start(
                server.limitedTo(client.kubeRate(configuration.clientConnection())),
                configuration,
                kube.gates(),
                scheduler.settings(0, memory),
                kube.plugins(),
                extenders,
                log,
                metrics);
        LeaderElection election = leader.over(configuration.leaderElection());
        schedulers.add(RunningSchedulers.Layer.KUBE, run.run(), election);
        status.show(
            "componentconfig", () -> EffectiveConfiguration.of(run.configuration(), election));
        if (kubeFile != null) {
          var again = new KubeReload(scheduler, RunCommand::extenders, run, configuration);
          kubeFile.start(
              new PluginReload(scheduler, again), report(run.run(), election, log, metrics));
        }
      }
      if (groups != null) {
        BatchRun run = start(groups, server.limitedTo(client.batchRate()), memory, log, metrics);
        LeaderElection election = leader.batch(groups.options().component());
        schedulers.add(RunningSchedulers.Layer.BATCH, run.run(), election);
        status.show("volcano-scheduler.conf", () -> EffectiveConfiguration.of(run.configuration()));
        if (batchFile != null) {
          batchFile.start(
              new PluginReload(scheduler, new BatchReload(batch, scheduler, run)),
              report(run.run(), election, log, metrics));
        }
      }
      dumps.onSignal(schedulers::dump);
      log.warn("another replica may lead now, so this one ends", "err", schedulers.awaitLoss());
      schedulers.stop();
      // A hook would say that all is well.
      Runtime.getRuntime().halt(ExitCode.PROBLEMS);
      return ExitCode.PROBLEMS;
    }
  }

  /** Tells what is wrong with the options; why they cannot be used, or nothing. */
  private String refusal(KubeOptions.@Nullable Chosen kube, BatchOptions.@Nullable Chosen groups) {
    if (kube == null && scheduler.hasConfiguration()) {
      return "--config is for kube-scheduler's work, so it cannot stand beside --mode batch";
    }
    if (groups == null && batch.hasConfiguration()) {
      return "--scheduler-conf is for vc-scheduler's work, so it cannot stand beside --mode kube";
    }
    if (!client.complaint().isEmpty()) {
      return client.complaint();
    }
    IdleOption.warnings(given()).forEach(this::warn);
    if (kube != null) {
      tell(kube.problems());
      if (scheduler.hasConfiguration()) {
        client.aboveTheConfiguration().forEach(this::standsAbove);
      }
    }
    if (groups != null) {
      tell(groups.problems());
      groups.notes().forEach(this::warn);
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

  /** Everything that is read of the cluster. */
  private static List<ObjectKind> kinds(
      @Nullable KubeConfiguration kube, BatchOptions.@Nullable Chosen groups) {
    var watched = new ArrayList<WatchedKind>();
    if (kube != null) {
      watched.addAll(WatchedKinds.of(kube));
    }
    if (groups != null) {
      watched.addAll(WatchedKinds.of(groups.configuration(), groups.options()));
    }
    return watched.stream().map(WatchedKind::kind).distinct().toList();
  }

  private static Set<Layer> layers(boolean kube, boolean batch) {
    return kube && batch ? EnumSet.allOf(Layer.class) : EnumSet.of(kube ? Layer.KUBE : Layer.BATCH);
  }

  private static ReloadListener report(
      ClusterRun run, LeaderElection election, RunLog log, Metrics metrics) {
    return new ReloadReport(
        log, run.events(election.resourceNamespace(), election.resourceName()), metrics.run());
  }

  private void standsAbove(String option) {
    warn("%s stands above --config here; kube-scheduler would pass over it".formatted(option));
  }

  private static BatchRun start(
      BatchOptions.Chosen chosen,
      ApiServer server,
      ClassMemory memory,
      RunLog log,
      Metrics metrics) {
    InstantSource clock = InstantSource.system();
    return BatchRun.start(
        server,
        chosen.configuration(),
        chosen.gates(),
        chosen.settings(0, memory),
        chosen.plugins(),
        (source, client) -> UsageSources.of(source, path -> metrics(client, path), clock),
        new HttpExtenderTransport(ObjectWriter::tree),
        log,
        metrics);
  }

  private static String metrics(ApiClient client, String path) throws IOException {
    ApiAnswer answer = client.send(ApiCall.READ_NODE_METRICS.getAt(path));
    if (!answer.succeeded()) {
      throw new IOException(answer.status().message());
    }
    return answer.body();
  }

  private static List<SchedulerExtender> extenders(KubeConfiguration configuration)
      throws ExtenderSetupException {
    var extenders = new ArrayList<SchedulerExtender>();
    for (Extender extender : configuration.extenders()) {
      extenders.add(new HttpExtender(extender, ObjectWriter::untypedJson));
    }
    return extenders;
  }
}
