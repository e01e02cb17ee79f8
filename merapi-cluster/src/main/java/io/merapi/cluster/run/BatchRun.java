package io.merapi.cluster.run;

import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchHost;
import io.merapi.batch.cycle.BatchScheduler;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.batch.measures.BatchGauges;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.extender.ExtenderTransport;
import io.merapi.batch.usage.MetricsSource;
import io.merapi.batch.usage.UsageSource;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.metrics.Metrics;
import io.merapi.cluster.reload.ReloadResult;
import io.merapi.cluster.watch.WatchedKinds;
import io.merapi.config.batch.TextDocument;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The scheduler of groups of pods on a real cluster. */
public final class BatchRun {

  private final FeatureGates gates;
  private final BatchSettings settings;
  private final BiFunction<MetricsSource, ApiClient, UsageSource> usage;
  private final @Nullable ExtenderTransport extenders;
  private final DecisionLog decisions;
  private final LiveGauges<BatchGauges> gauges = new LiveGauges<>();
  private final BatchMeasures measures;
  private final ClusterRun run;

  /** What is in force; changed by the scheduling thread. */
  private volatile Setup setup;

  private @Nullable Running running;

  private BatchRun(
      ApiServer server,
      Setup setup,
      FeatureGates gates,
      BatchSettings settings,
      BiFunction<MetricsSource, ApiClient, UsageSource> usage,
      @Nullable ExtenderTransport extenders,
      RunLog log,
      Metrics metrics) {
    this.measures = metrics.batch(gauges);
    var refusals = new BindingRefusals(log);
    this.decisions = new DecisionLog(log, refusals);
    this.gates = gates;
    this.settings = settings.live();
    this.usage = usage;
    this.extenders = extenders;
    this.setup = setup;
    this.run =
        ClusterRun.start(
            server,
            WatchedKinds.of(setup.configuration, settings.options()),
            this::make,
            log,
            metrics);
    run.heed(refusals);
  }

  /**
   * Starts to follow the cluster; it schedules when that is known and it is told to lead.
   *
   * @param plugins those that the configuration may name
   * @param usage who is asked for the load of nodes, made for a client of the cluster
   * @param extenders how servers outside are asked; null where none is configured
   * @param metrics told what it does
   */
  public static BatchRun start(
      ApiServer server,
      BatchConfiguration configuration,
      FeatureGates gates,
      BatchSettings settings,
      BatchPlugins plugins,
      BiFunction<MetricsSource, ApiClient, UsageSource> usage,
      @Nullable ExtenderTransport extenders,
      RunLog log,
      Metrics metrics) {
    var started =
        new BatchRun(
            server,
            new Setup(configuration, plugins),
            gates,
            settings,
            usage,
            extenders,
            log,
            metrics);
    StandingQueues.makeMissing(started.run.client(), settings.options().defaultQueue(), log);
    return started;
  }

  private BatchScheduler make(ClusterConnection connection, Executor executor) {
    var host =
        new BatchHost(
            decisions.over(
                connection.batchWriter(settings.options().component(), settings.schedulePeriod()),
                connection.client()::closed),
            connection.effects(),
            usage.apply(setup.configuration.metrics().source(), connection.client()),
            extenders,
            InstantSource.system(),
            executor,
            setup.plugins,
            TextDocument::read,
            session -> decisions.closed(session.unsettledJobs().size()),
            measures);
    var scheduler = new BatchScheduler(setup.configuration, gates, settings, host);
    gauges.follow(executor, scheduler::gauges);
    running = new Running(scheduler, host);
    return scheduler;
  }

  /** What is in force. */
  public BatchConfiguration configuration() {
    return setup.configuration;
  }

  /** The run itself. */
  public ClusterRun run() {
    return run;
  }

  /**
   * Goes on with another configuration, with other plugins or both, if nothing speaks against it;
   * waits until that is so or not.
   *
   * @param plugins those that the configuration may name
   */
  public ReloadResult reconfigure(BatchConfiguration configuration, BatchPlugins plugins)
      throws InterruptedException {
    var next = new Setup(configuration, plugins);
    return run.reconfigure(WatchedKinds.of(configuration, settings.options()), () -> change(next));
  }

  private @Nullable String change(Setup to) {
    Running now = Objects.requireNonNull(running);
    UsageSource source = usage.apply(to.configuration.metrics().source(), run.client());
    BatchHost host = now.host.with(source, to.plugins);
    String objection = now.scheduler.objection(to.configuration, host);
    if (objection == null) {
      now.scheduler.reconfigure(to.configuration, host);
      setup = to;
      if (extenders != null) {
        extenders.letGo();
      }
    }
    return objection;
  }

  /** What may change. */
  private record Setup(BatchConfiguration configuration, BatchPlugins plugins) {}

  private record Running(BatchScheduler scheduler, BatchHost host) {}
}
