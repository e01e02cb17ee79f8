package io.merapi.cluster.run;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.cluster.metrics.Metrics;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.kube.cycle.KubeScheduler;
import io.merapi.kube.cycle.SchedulerHost;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.Outcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchedulingLoopTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final BlockingQueue<String> binds = new LinkedBlockingQueue<>();
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final SchedulingLoop loop =
      new SchedulingLoop(
          executor ->
              new KubeScheduler(
                  new KubeConfigurationReader().defaults(FeatureGates.DEFAULTS),
                  FeatureGates.DEFAULTS,
                  SchedulerSettings.DEFAULTS,
                  new SchedulerHost(effects(), InstantSource.system(), executor)),
          InstantSource.system(),
          new Log(),
          new Metrics("test").run());

  private volatile boolean binderThrows;

  @AfterEach
  void stop() {
    loop.close();
  }

  @Test
  void schedulesNothingBeforeTheClusterIsKnown() throws InterruptedException {
    loop.start();
    loop.lead();
    tell(node("a").allocatable("cpu", "4").allocatable("pods", "10").build(), newPod("p"));
    settle();
    assertThat(binds).isEmpty();

    loop.synced();
    assertThat(loop.awaitReady(PATIENCE)).isTrue();
    assertThat(next()).isEqualTo("p on a");
    assertThat(log).anyMatch(line -> line.startsWith("the cluster is known nodes="));
  }

  @Test
  void schedulesNothingBeforeItLeads() throws InterruptedException {
    loop.start();
    tell(node("a").allocatable("cpu", "4").allocatable("pods", "10").build(), newPod("p"));
    loop.synced();
    settle();
    assertThat(binds).isEmpty();

    loop.lead();
    assertThat(next()).isEqualTo("p on a");
  }

  @Test
  void takesUpWhatHappensLater() throws InterruptedException {
    loop.start();
    loop.lead();
    loop.synced();
    tell(newPod("p"));
    settle();
    tell(node("a").allocatable("cpu", "4").allocatable("pods", "10").build());

    assertThat(next()).isEqualTo("p on a");
  }

  @Test
  void triesAgainByItselfAfterAnError() throws InterruptedException {
    binderThrows = true;
    loop.start();
    loop.lead();
    loop.synced();
    tell(node("a").allocatable("cpu", "4").allocatable("pods", "10").build(), newPod("p"));
    assertThat(next()).isEqualTo("p on a");
    binderThrows = false;

    assertThat(next()).isEqualTo("p on a");
  }

  @Test
  void goesOnWhateverIsThrownAtIt() throws InterruptedException {
    loop.start();
    loop.lead();
    loop.synced();
    loop.execute(() -> {
      throw new IllegalStateException("oops");
    });
    tell(node("a").allocatable("cpu", "4").allocatable("pods", "10").build(), newPod("p"));

    assertThat(next()).isEqualTo("p on a");
    assertThat(log).contains("warning: unexpected: java.lang.IllegalStateException: oops");
  }

  @Test
  void answersWhoAsksBetweenTwoPiecesOfWork() throws InterruptedException {
    loop.start();
    assertThat(loop.ask(() -> Thread.currentThread().getName())).isEqualTo("scheduling");
    assertThatThrownBy(() -> loop.ask(() -> List.of().getFirst()))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseInstanceOf(NoSuchElementException.class);

    loop.close();
    assertThat(loop.ask(() -> "too late")).isNull();
  }

  private static Pod newPod(String name) {
    return pod(name).uid(name).schedulerName("default-scheduler").request("cpu", "1").build();
  }

  private void tell(ClusterObject... objects) {
    var events = new ArrayList<ObjectEvent>();
    for (ClusterObject object : objects) {
      events.add(new ObjectEvent.Applied(object));
    }
    loop.changed(events);
  }

  /** Waits until all that was handed in so far has been done. */
  private void settle() throws InterruptedException {
    var done = new LinkedBlockingQueue<String>();
    loop.execute(() -> done.add("done"));
    assertThat(done.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNull();
  }

  private @Nullable String next() throws InterruptedException {
    return binds.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private Effects effects() {
    Effects refused = Effects.refused();
    return new Effects(
        this::bind, refused.volumes(), refused.claims(), refused.evictor(), refused.reporter());
  }

  private CompletionStage<Outcome> bind(Pod pod, String node) {
    // Read first: a test changes it as soon as it has seen the call.
    boolean thrown = binderThrows;
    binds.add("%s on %s".formatted(pod.name(), node));
    if (thrown) {
      throw new IllegalStateException("no connection");
    }
    return CompletableFuture.completedStage(new Outcome.Done());
  }

  private final class Log implements RunLog {

    @Override
    public void info(String message) {
      log.add(message);
    }

    @Override
    public void warn(String message) {
      log.add("warning: " + message);
    }
  }
}
