package io.merapi.cluster.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGates;
import io.merapi.cluster.ClusterConnection;
import io.merapi.cluster.ScriptedServer;
import io.merapi.cluster.metrics.Metrics;
import io.merapi.cluster.watch.WatchedKind;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.cycle.DrivenScheduler;
import io.merapi.kube.cycle.KubeScheduler;
import io.merapi.kube.cycle.SchedulerHost;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.state.Snapshot;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the books of a scheduler do not agree, it starts over, and no decision is lost. */
class ClusterRunTest {

  private static final long PATIENCE_SECONDS = 60;
  private static final Violation PLANTED =
      new Violation("planted", "default/p", "one thing", "another");

  @TempDir private Path directory;

  private final List<String> happened = Collections.synchronizedList(new ArrayList<>());
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch bindingArrived = new CountDownLatch(1);
  private final CountDownLatch bindingMayBeAnswered = new CountDownLatch(1);
  private final CountDownLatch boundPodListed = new CountDownLatch(1);
  private volatile boolean bound;
  private int made;

  @Test
  void startsOverFromTheServerOnceEverythingThatWasSentIsAnswered() throws Exception {
    try (var server = ScriptedServer.plain(this::answer);
        ClusterRun run =
            ClusterRun.start(
                server.asApiServer(),
                List.of(WatchedKind.all(ObjectKind.NODE), WatchedKind.all(ObjectKind.POD)),
                this::scheduler,
                new Log(),
                new Metrics("test"))) {
      run.lead();
      assertThat(bindingArrived.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

      assertThat(run.checkNow()).containsExactly(PLANTED);
      bindingMayBeAnswered.countDown();

      assertThat(boundPodListed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(run.awaitReady(Duration.ofSeconds(PATIENCE_SECONDS))).isTrue();
      assertThat(run.checkNow()).isEmpty();
      assertThat(run.violations()).isEqualTo(1);
      assertThat(happened)
          .containsExactly("listed while waiting", "binding answered", "listed as bound");
      assertThat(log)
          .contains(
              "the books do not agree rule=\"planted\" object=\"default/p\" found=\"one thing\""
                  + " expected=\"another\"")
          .anyMatch(line -> line.startsWith("starting over from the API server's objects"));
    }
  }

  @Test
  void theBooksAreCheckedAfterAsManyCyclesAsAsked() throws Exception {
    bindingMayBeAnswered.countDown();
    try (var server = ScriptedServer.plain(this::answer);
        ClusterRun run =
            ClusterRun.start(
                server.asApiServer(),
                List.of(WatchedKind.all(ObjectKind.NODE), WatchedKind.all(ObjectKind.POD)),
                this::scheduler,
                new Log(),
                new Metrics("test"))) {
      List<Violation> told = Collections.synchronizedList(new ArrayList<>());
      run.checkEvery(1, told::add);
      run.lead();

      assertThat(boundPodListed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(run.violations()).isEqualTo(1);
      assertThat(told).containsExactly(PLANTED);
    }
  }

  @Test
  void whatItKnowsIsWrittenAsObjects() throws Exception {
    bindingMayBeAnswered.countDown();
    try (var server = ScriptedServer.plain(this::answer);
        ClusterRun run =
            ClusterRun.start(
                server.asApiServer(),
                List.of(WatchedKind.all(ObjectKind.NODE), WatchedKind.all(ObjectKind.POD)),
                this::scheduler,
                new Log(),
                new Metrics("test"))) {
      assertThat(run.awaitReady(Duration.ofSeconds(PATIENCE_SECONDS))).isTrue();
      run.dump(directory, "known");
      run.dump(directory.resolve("missing"), "known");
    }
    assertThat(directory.resolve("known.json"))
        .content()
        .contains("\"kind\":\"List\"", "\"kind\":\"Node\"", "\"kind\":\"Pod\"");
    assertThat(log).anyMatch(line -> line.startsWith("what is known of the cluster cannot be"));
  }

  /** The first one that is made has a fault in its books. */
  private DrivenScheduler scheduler(ClusterConnection connection, Executor executor) {
    made++;
    return new Faulty(
        new KubeScheduler(
            new KubeConfigurationReader().defaults(FeatureGates.DEFAULTS),
            FeatureGates.DEFAULTS,
            SchedulerSettings.DEFAULTS,
            new SchedulerHost(connection.effects(), InstantSource.system(), executor)),
        made == 1);
  }

  private void answer(ScriptedServer.Received request, ScriptedServer.Reply reply)
      throws IOException {
    if (request.path().endsWith("/binding")) {
      bindingArrived.countDown();
      await(bindingMayBeAnswered);
      bound = true;
      happened.add("binding answered");
      reply.json(201, "{}");
    } else if (request.path().startsWith("/api/v1/nodes?")) {
      stream(
          reply,
          ObjectWriter.json(
              NodeBuilder.node("a").allocatable("cpu", "4").allocatable("pods", "9").build()));
    } else if (request.path().startsWith("/api/v1/pods?")) {
      var pod = PodBuilder.pod("p").uid("u").schedulerName("default-scheduler").build();
      happened.add(bound ? "listed as bound" : "listed while waiting");
      stream(reply, ObjectWriter.json(bound ? pod.onNode("a") : pod));
    } else {
      reply.json(201, "{}");
    }
  }

  /** All there is of a kind; nothing happens after that. */
  private void stream(ScriptedServer.Reply reply, String object) throws IOException {
    reply.startStream();
    reply.chunk("{\"type\": \"ADDED\", \"object\": %s}\n".formatted(object));
    reply.chunk(
        """
        {"type": "BOOKMARK", "object": {"metadata": {"resourceVersion": "5",
         "annotations": {"k8s.io/initial-events-end": "true"}}}}
        """);
    if (bound) {
      boundPodListed.countDown();
    }
    await(new CountDownLatch(1));
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** A scheduler in whose books a check finds a fault. */
  private record Faulty(DrivenScheduler real, boolean faulty) implements DrivenScheduler {

    @Override
    public void accept(ObjectEvent event) {
      real.accept(event);
    }

    @Override
    public void wakeUp() {
      real.wakeUp();
    }

    @Override
    public boolean proceed() {
      return real.proceed();
    }

    @Override
    public @Nullable Instant nextWakeUp() {
      return real.nextWakeUp();
    }

    @Override
    public Snapshot snapshot() {
      return real.snapshot();
    }

    @Override
    public List<Violation> audit() {
      return faulty ? List.of(PLANTED) : real.audit();
    }

    @Override
    public void close() {
      real.close();
    }
  }

  private final class Log implements RunLog {

    @Override
    public void info(String message) {
      // Of no interest here.
    }

    @Override
    public void warn(String message) {
      log.add(message);
    }
  }
}
