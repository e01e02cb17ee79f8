package io.merapi.cluster.run;

import io.merapi.api.feature.FeatureGates;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.metrics.Metrics;
import io.merapi.cluster.reload.ReloadResult;
import io.merapi.cluster.watch.WatchedKinds;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.cycle.KubeGauges;
import io.merapi.kube.cycle.KubeScheduler;
import io.merapi.kube.cycle.SchedulerHost;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.measures.KubeMeasures;
import io.merapi.kube.plugins.KubePlugins;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The scheduler of single pods on a real cluster. */
public final class KubeRun {

  private final FeatureGates gates;
  private final SchedulerSettings settings;
  private final DecisionLog decisions;
  private final LiveGauges<KubeGauges> gauges = new LiveGauges<>();
  private final KubeMeasures measures;
  private final ClusterRun run;

  /** What is in force; changed by the scheduling thread. */
  private volatile Setup setup;

  private @Nullable Running running;

  private KubeRun(
      ApiServer server,
      Setup setup,
      FeatureGates gates,
      SchedulerSettings settings,
      RunLog log,
      Metrics metrics) {
    this.measures = metrics.kube(gauges);
    var refusals = new BindingRefusals(log);
    this.decisions = new DecisionLog(log, refusals);
    this.gates = gates;
    this.settings = settings;
    this.setup = setup;
    this.run =
        ClusterRun.start(server, WatchedKinds.of(setup.configuration), this::make, log, metrics);
    run.heed(refusals);
  }

  /**
   * Starts to follow the cluster; it schedules when that is known and it is told to lead.
   *
   * @param plugins those that the configuration may name
   * @param extenders those of the configuration, ready to be asked
   * @param metrics told what it does
   */
  public static KubeRun start(
      ApiServer server,
      KubeConfiguration configuration,
      FeatureGates gates,
      SchedulerSettings settings,
      KubePlugins plugins,
      List<SchedulerExtender> extenders,
      RunLog log,
      Metrics metrics) {
    return new KubeRun(
        server, new Setup(configuration, plugins, extenders), gates, settings, log, metrics);
  }

  private KubeScheduler make(ClusterConnection connection, Executor executor) {
    var host =
        new SchedulerHost(
            decisions.over(connection.effects(), connection.client()::closed),
            setup.extenders,
            InstantSource.system(),
            executor,
            setup.plugins::factories,
            measures);
    var scheduler = new KubeScheduler(setup.configuration, gates, settings, host);
    gauges.follow(executor, scheduler::gauges);
    running = new Running(scheduler, host);
    return scheduler;
  }

  /** What is in force. */
  public KubeConfiguration configuration() {
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
   * @param extenders those of the configuration, ready to be asked
   */
  public ReloadResult reconfigure(
      KubeConfiguration configuration, KubePlugins plugins, List<SchedulerExtender> extenders)
      throws InterruptedException {
    var next = new Setup(configuration, plugins, extenders);
    ReloadResult result = run.reconfigure(WatchedKinds.of(configuration), () -> change(next));
    if (!(result instanceof ReloadResult.Applied)) {
      extenders.forEach(SchedulerExtender::close);
    }
    return result;
  }

  private @Nullable String change(Setup to) {
    Running now = Objects.requireNonNull(running);
    SchedulerHost host = now.host.with(to.extenders, to.plugins::factories);
    String objection = now.scheduler.objection(to.configuration, host);
    if (objection == null) {
      now.scheduler.reconfigure(to.configuration, host);
      List<SchedulerExtender> replaced = setup.extenders;
      setup = to;
      replaced.forEach(SchedulerExtender::close);
    }
    return objection;
  }

  /** What may change. */
  private record Setup(
      KubeConfiguration configuration, KubePlugins plugins, List<SchedulerExtender> extenders) {}

  private record Running(KubeScheduler scheduler, SchedulerHost host) {}
}
