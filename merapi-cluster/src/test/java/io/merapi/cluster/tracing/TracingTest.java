package io.merapi.cluster.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.cluster.ScriptedServer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.cluster.http.ApiRequest;
import io.merapi.cluster.metrics.Metrics;
import io.merapi.cluster.run.KubeRun;
import io.merapi.cluster.run.RunLog;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.objects.ObjectWriter;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.measures.AttemptResult;
import io.merapi.kube.measures.MeasuredPoint;
import io.merapi.kube.measures.ProfileMeasures;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What schedulers do is a trace, and a collector that is broken is none of their business. */
class TracingTest {

  private static final int LONG_QUEUE = 2048;

  private final TestCollector collector = new TestCollector();
  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch ended = new CountDownLatch(1);

  TracingTest() throws IOException {}

  @AfterEach
  void stop() throws IOException {
    ended.countDown();
    collector.close();
  }

  @Test
  void aDecisionIsATraceThatTheApiServerCanJoin() throws Exception {
    try (var server = ScriptedServer.plain(this::answer);
        var tracing = Tracing.start(collector.settings(LONG_QUEUE), warnings::add)) {
      var metrics = new Metrics("test", tracing);
      KubeRun run =
          KubeRun.start(
              server.asApiServer(),
              new KubeConfigurationReader().defaults(FeatureGates.DEFAULTS),
              FeatureGates.DEFAULTS,
              SchedulerSettings.DEFAULTS,
              KubePlugins.IN_TREE,
              List.of(),
              new Silence(),
              metrics);
      run.run().lead();
      TestCollector.Received bound =
          collector.await(span -> "scheduled".equals(span.attributes().get("merapi.result")));
      TestCollector.Received refused =
          collector.await(span -> "unschedulable".equals(span.attributes().get("merapi.result")));
      TestCollector.Received binding =
          collector.await(
              span -> String.valueOf(span.attributes().get("url.path")).endsWith("/binding"));
      run.run().close();

      assertThat(bound.name()).isEqualTo("schedule pod");
      assertThat(bound.parent()).isEqualTo("null");
      assertThat(bound.attributes())
          .containsEntry("k8s.namespace.name", "default")
          .containsEntry("k8s.pod.name", "small")
          .containsEntry("k8s.pod.uid", "uid-small")
          .containsEntry("k8s.node.name", "a")
          .containsEntry("merapi.profile", "default-scheduler");
      assertThat(refused.attributes())
          .containsEntry("k8s.pod.name", "large")
          .containsEntry(
              "merapi.message",
              "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate,"
                  + " preemption: 0/1 nodes are available: 1 Preemption is not helpful for"
                  + " scheduling.");
      assertThat(refused.error()).as("to fit nowhere is no error").isEmpty();
      assertThat(binding.trace()).isEqualTo(bound.trace());
      assertThat(binding.parent()).isEqualTo(bound.id());
      assertThat(binding.attributes())
          .containsEntry("http.request.method", "POST")
          .containsEntry("http.response.status_code", "201");
      assertThat(
              server.received().stream()
                  .filter(request -> request.path().endsWith("/binding"))
                  .map(request -> request.headers().get("traceparent")))
          .containsExactly("00-%s-%s-01".formatted(binding.trace(), binding.id()));
      assertThat(collector.resource()).containsEntry("service.name", "test");
      assertThat(collector.requests())
          .allSatisfy(request -> assertThat(request.headers()).containsEntry("api-key", "k"));
      assertThat(metrics.text(null).text()).contains("merapi_trace_spans_dropped_total 0.0");
    }
  }

  @Test
  void aStepThatTakesAWhileIsAChildOfItsAttempt() throws Exception {
    try (var tracing = Tracing.start(collector.settings(LONG_QUEUE), warnings::add)) {
      ProfileMeasures profile = new Metrics("test", tracing).kube(() -> null).ofProfile("mine");
      Pod one = PodBuilder.pod("one").uid("1").build();
      Pod other = PodBuilder.pod("other").uid("2").build();
      profile.turnTo(one, "");
      long begun = profile.now();
      profile.ran(MeasuredPoint.FILTER, "Success", begun, begun + 1_000);
      profile.ran(MeasuredPoint.SCORE, "Success", begun, begun + 500_000);
      profile.turnAway();
      profile.turnTo(other, "");
      profile.turnAway();
      profile.turnTo(one, "n");
      // As where a pod is made to give way to another.
      profile.attempted(other, AttemptResult.ERROR, "out of luck", begun);
      profile.ran(MeasuredPoint.BIND, "Success", begun, begun + 900_000);
      profile.attempted(one, AttemptResult.SCHEDULED, "", begun);
      profile.turnAway();

      TestCollector.Received attempt =
          collector.await(span -> "1".equals(span.attributes().get("k8s.pod.uid")));
      assertThat(collector.await("Score").parent()).isEqualTo(attempt.id());
      assertThat(collector.await("Bind").parent()).isEqualTo(attempt.id());
      assertThat(collector.spans()).noneMatch(span -> span.name().equals("Filter"));
      assertThat(collector.await(span -> span.error().equals("out of luck")).trace())
          .isNotEqualTo(attempt.trace());
    }
  }

  @Test
  void aSessionIsATraceWithItsActionsAndRequests() throws Exception {
    try (var server = ScriptedServer.plain((_, reply) -> reply.json(409, "{}"));
        var tracing = Tracing.start(collector.settings(LONG_QUEUE), warnings::add)) {
      var metrics = new Metrics("test", tracing);
      BatchMeasures batch = metrics.batch(() -> null);
      long begun = batch.now();
      batch.sessionOpened(begun);
      batch.assumed("ns", "train", Instant.EPOCH);
      batch.evicted("reclaim", 2);
      try (var client = new ApiClient(server.asApiServer(), metrics.requests())) {
        var sender = new Thread(client.carried(() -> send(client)));
        sender.start();
        sender.join();
        batch.acted("allocate", begun);
        batch.sessionEnded(begun, 3, () -> 5);
        send(client);
      }

      TestCollector.Received session = collector.await("session");
      assertThat(session.attributes())
          .containsEntry("merapi.jobs", "3")
          .containsEntry("merapi.tasks.bound", "1")
          .containsEntry("merapi.tasks.evicted", "2")
          .containsEntry("merapi.tasks.waiting", "5");
      assertThat(collector.await("open session").parent()).isEqualTo(session.id());
      assertThat(collector.await("allocate").parent()).isEqualTo(session.id());
      TestCollector.Received request = collector.await("HTTP GET");
      assertThat(request.parent()).isEqualTo(session.id());
      assertThat(request.attributes()).containsEntry("url.path", "/version");
      assertThat(request.error()).isEqualTo("409");
      assertThat(server.received().getLast().headers())
          .as("what is sent after the session is none of its business")
          .doesNotContainKey("traceparent");
    }
  }

  @Test
  void aBrokenCollectorCostsALineAndEverySpanThatIsLostIsCounted() throws Exception {
    try (var tracing = Tracing.start(collector.settings(LONG_QUEUE), warnings::add)) {
      BatchMeasures batch = new Metrics("test", tracing).batch(() -> null);
      collector.answerWith(503);
      session(batch);
      awaitDropped(tracing, 2);
      session(batch);
      awaitDropped(tracing, 4);
      collector.answerWith(200);
      session(batch);
      collector.await("session");
      assertThat(tracing.dropped()).isEqualTo(4);
    }
    assertThat(warnings)
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("traces cannot be sent to http://127.0.0.1")
                    .contains("it answered 503"),
            line -> assertThat(line).startsWith("traces are taken again by http://127.0.0.1"));
  }

  @Test
  void whatIsTooMuchForTheQueueIsCounted() throws Exception {
    var tracing = Tracing.start(collector.settings(1), warnings::add);
    BatchMeasures batch = new Metrics("test", tracing).batch(() -> null);
    int sessions = 1000;
    for (int i = 0; i < sessions; i++) {
      session(batch);
    }
    tracing.close();
    assertThat(tracing.dropped()).isPositive();
    assertThat(tracing.sent() + tracing.dropped()).isEqualTo(2L * sessions);
  }

  /** Two spans. */
  private static void session(BatchMeasures batch) {
    long begun = batch.now();
    batch.sessionOpened(begun);
    batch.sessionEnded(begun, 0, () -> 0);
  }

  private static void awaitDropped(Tracing tracing, long spans) throws InterruptedException {
    while (tracing.dropped() < spans) {
      Thread.sleep(5);
    }
  }

  private static void send(ApiClient client) {
    try {
      client.send(ApiRequest.get("/version?verbose"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** An API server with one node, a pod that fits and one that does not. */
  private void answer(ScriptedServer.Received request, ScriptedServer.Reply reply)
      throws IOException {
    if (request.path().endsWith("/binding") || !request.path().contains("watch=")) {
      reply.json(201, "{}");
    } else if (request.path().startsWith("/api/v1/nodes?")) {
      stream(
          reply,
          ObjectWriter.json(
              NodeBuilder.node("a").allocatable("cpu", "4").allocatable("pods", "9").build()));
    } else if (request.path().startsWith("/api/v1/pods?")) {
      stream(reply, pod("small", "1"), pod("large", "8"));
    } else {
      stream(reply);
    }
  }

  private static String pod(String name, String cpu) {
    return ObjectWriter.json(
        PodBuilder.pod(name)
            .uid("uid-" + name)
            .schedulerName("default-scheduler")
            .request("cpu", cpu)
            .build());
  }

  private void stream(ScriptedServer.Reply reply, String... objects) throws IOException {
    reply.startStream();
    for (String object : objects) {
      reply.chunk("{\"type\": \"ADDED\", \"object\": %s}\n".formatted(object));
    }
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
