package io.merapi.cluster.run;

import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchHost;
import io.merapi.batch.cycle.BatchScheduler;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.plugins.extender.ExtenderTransport;
import io.merapi.batch.usage.UsageSource;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.watch.WatchedKinds;
import io.merapi.config.batch.TextDocument;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts the scheduler of groups of pods on a real cluster. */
public final class BatchRun {

  private BatchRun() {}

  /**
   * Starts to follow the cluster; it schedules when that is known and it is told to lead.
   *
   * @param plugins those that the configuration may name
   * @param usage who is asked for the load of nodes, made for a client of the cluster
   * @param extenders how servers outside are asked; null where none is configured
   */
  public static ClusterRun start(
      ApiServer server,
      BatchConfiguration configuration,
      FeatureGates gates,
      BatchSettings settings,
      BatchPlugins plugins,
      Function<ApiClient, UsageSource> usage,
      @Nullable ExtenderTransport extenders,
      RunLog log) {
    ClusterRun run =
        ClusterRun.start(
            server,
            WatchedKinds.of(configuration, settings.options()),
            (connection, executor) ->
                new BatchScheduler(
                    configuration,
                    gates,
                    settings,
                    new BatchHost(
                        connection.batchWriter(settings.options().component()),
                        connection.effects(),
                        usage.apply(connection.client()),
                        extenders,
                        InstantSource.system(),
                        executor,
                        plugins,
                        TextDocument::read,
                        _ -> {})),
            log);
    StandingQueues.makeMissing(run.client(), settings.options().defaultQueue(), log);
    return run;
  }
}
