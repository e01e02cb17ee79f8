package io.merapi.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.cluster.ScriptedServer;
import io.merapi.cluster.metrics.Metrics;
import io.merapi.cluster.reload.ReloadResult;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.plugins.KubePlugins;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever is not asked any more after a reload need not keep anything. */
class ReplacedExtendersTest {

  private static final KubeConfiguration CONFIGURATION =
      new KubeConfigurationReader().defaults(FeatureGates.DEFAULTS);

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Idle first = new Idle();
  private final Idle second = new Idle();

  @AfterEach
  void stop() {
    ended.countDown();
  }

  @Test
  void extendersThatAReloadReplacesAreClosedAndTheNewOnesAreNot() throws Exception {
    try (var server = ScriptedServer.plain(this::answer)) {
      KubeRun run = start(server);
      assertThat(run.reconfigure(CONFIGURATION, KubePlugins.IN_TREE, List.of(second)))
          .isInstanceOf(ReloadResult.Applied.class);
      assertThat(first.closed).isTrue();
      assertThat(second.closed).isFalse();
      run.run().close();
    }
  }

  @Test
  void extendersOfARefusedConfigurationAreClosedAndThoseInForceAreNot() throws Exception {
    try (var server = ScriptedServer.plain(this::answer)) {
      KubeRun run = start(server);
      run.run().close();
      assertThat(run.reconfigure(CONFIGURATION, KubePlugins.IN_TREE, List.of(second)))
          .isInstanceOf(ReloadResult.Refused.class);
      assertThat(first.closed).isFalse();
      assertThat(second.closed).isTrue();
    }
  }

  private KubeRun start(ScriptedServer server) throws InterruptedException {
    KubeRun run =
        KubeRun.start(
            server.asApiServer(),
            CONFIGURATION,
            FeatureGates.DEFAULTS,
            SchedulerSettings.DEFAULTS,
            KubePlugins.IN_TREE,
            List.of(first),
            new Silence(),
            new Metrics("test"));
    assertThat(run.run().awaitReady(Duration.ofMinutes(1))).isTrue();
    return run;
  }

  /** An empty cluster. */
  private void answer(ScriptedServer.Received request, ScriptedServer.Reply reply)
      throws IOException {
    if (!request.path().contains("watch=")) {
      reply.json(201, "{}");
      return;
    }
    reply.startStream();
    reply.chunk(
        """
        {"type": "BOOKMARK", "object": {"metadata": {"resourceVersion": "5",
         "annotations": {"k8s.io/initial-events-end": "true"}}}}
        """);
    try {
      ended.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** An extender that is interested in nothing. */
  private static final class Idle implements SchedulerExtender {

    private volatile boolean closed;

    @Override
    public void close() {
      closed = true;
    }

    @Override
    public String name() {
      return "idle";
    }

    @Override
    public boolean ignorable() {
      return false;
    }

    @Override
    public boolean interestedIn(Pod pod) {
      return false;
    }

    @Override
    public boolean filters() {
      return false;
    }

    @Override
    public boolean scores() {
      return false;
    }

    @Override
    public boolean binds() {
      return false;
    }

    @Override
    public boolean preempts() {
      return false;
    }

    @Override
    public FilterAnswer filter(Pod pod, List<NodeInfo> nodes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Map<String, Long>> score(Pod pod, List<NodeInfo> nodes) {
      return CompletableFuture.completedFuture(Map.of());
    }

    @Override
    public CompletionStage<Outcome> bind(Pod pod, String nodeName) {
      return CompletableFuture.completedFuture(new Outcome.Done());
    }

    @Override
    public SequencedMap<String, Victims> preempt(
        Pod pod, SequencedMap<String, Victims> victims, ClusterView cluster) {
      return victims;
    }
  }

  private static final class Silence implements RunLog {

    @Override
    public void info(String message) {
      // Of no interest here.
    }

    @Override
    public void warn(String message) {
      // Of no interest here.
    }
  }
}
