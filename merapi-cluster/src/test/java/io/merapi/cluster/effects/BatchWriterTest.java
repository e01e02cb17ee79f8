package io.merapi.cluster.effects;

import static io.merapi.cluster.effects.EffectsFixture.failed;
import static io.merapi.cluster.effects.EffectsFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.Queue;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.cluster.ScriptedServer.Received;
import io.merapi.kube.effects.Outcome;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.PodGroupBuilder;
import io.merapi.testkit.QueueBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchWriterTest {

  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Pod POD =
      PodBuilder.pod("web").namespace("shop").uid("u-1").schedulerName("volcano").build();
  private static final PodGroup GROUP = PodGroupBuilder.podGroup("gang").build();
  private static final Queue QUEUE = QueueBuilder.queue("research").build();

  private static EffectsFixture fixture() throws IOException {
    return new EffectsFixture((_, reply) -> reply.json(200, "{}"));
  }

  private static List<Received> to(String path, List<Received> requests) {
    return requests.stream().filter(request -> request.path().startsWith(path)).toList();
  }

  @Test
  void aPodIsBoundTogetherWithWhatItsContainersMustKnow() throws IOException {
    try (var fixture = fixture()) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      assertThat(get(writer.bind(POD, "node-7", Map.of("volcano.sh/gpu-index", "0"))))
          .isEqualTo(new Outcome.Done());

      List<Received> requests = fixture.await(2);
      assertThat(requests.getFirst().path()).isEqualTo("/api/v1/namespaces/shop/pods/web/binding");
      assertThat(requests.getFirst().body())
          .contains("\"annotations\":{\"volcano.sh/gpu-index\":\"0\"}", "\"uid\":\"u-1\"");
      assertThat(requests.get(1).path()).isEqualTo("/api/v1/namespaces/shop/events");
      assertThat(requests.get(1).body())
          .contains(
              "\"reason\":\"Scheduled\"",
              "\"message\":\"Successfully assigned shop/web to node-7\"",
              "\"component\":\"volcano\"",
              "\"count\":1",
              "\"firstTimestamp\":\"2030-01-31T12:00:00Z\"");
    }
  }

  @Test
  void aPodThatWasNotBoundIsNotSaidToBe() throws IOException {
    String refusal = "{\"kind\":\"Status\",\"message\":\"taken\"}";
    try (var fixture = new EffectsFixture((_, reply) -> reply.json(409, refusal))) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      assertThat(get(writer.bind(POD, "node-7", Map.of()))).isEqualTo(failed("taken"));
      assertThat(fixture.server().received())
          .extracting(Received::path)
          .doesNotContain("/api/v1/namespaces/shop/events");
    }
  }

  @Test
  void aVictimIsMarkedDeletedAndReportedWithItsGroup() throws IOException {
    try (var fixture = fixture()) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      assertThat(get(writer.evict(POD, GROUP, "reclaim"))).isEqualTo(new Outcome.Done());

      List<Received> requests = fixture.await(4);
      assertThat(to("/api/v1/namespaces/shop/pods/web", requests))
          .extracting(Received::method)
          .containsExactly("PATCH", "DELETE");
      assertThat(to("/api/v1/namespaces/shop/pods/web/status", requests).getFirst().body())
          .contains(
              "\"type\":\"Ready\"",
              "\"reason\":\"Evict\"",
              "\"message\":\"Pod is evicted, because of reclaim\"",
              "\"type\":\"DisruptionTarget\"",
              "\"message\":\"volcano: preempting to accommodate a higher priority pod\"");
      assertThat(requests)
          .extracting(Received::body)
          .anyMatch(body -> body.contains("\"kind\":\"PodGroup\""))
          .anyMatch(body -> body.contains("\"message\":\"Pod is evicted, because of reclaim\""));
    }
  }

  @Test
  void aGateIsTakenOffByItsName() throws IOException {
    try (var fixture = fixture()) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      assertThat(get(writer.removeGate(POD, "a.b/gate"))).isEqualTo(new Outcome.Done());
      assertThat(fixture.await(1).getFirst().body())
          .contains("\"schedulingGates\":[{")
          .contains("\"$patch\":\"delete\"")
          .contains("\"name\":\"a.b/gate\"");
    }
  }

  @Test
  void aWaitingPodIsToldOnceWhatHasNotChanged() throws IOException {
    try (var fixture = fixture()) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      writer.reportWaiting(POD, "Unschedulable", "", "");
      fixture.await(2);
      Pod told =
          PodBuilder.pod("web")
              .namespace("shop")
              .uid("u-1")
              .condition("PodScheduled", "False", "Unschedulable")
              .build();
      writer.reportWaiting(told, "Unschedulable", "", "");
      writer.reportWaiting(told, "Unschedulable", "", "node-3");

      List<Received> requests = fixture.await(4);
      assertThat(to("/api/v1/namespaces/shop/pods/web/status", requests)).hasSize(2);
      assertThat(requests).anyMatch(request -> request.body().contains("node-3"));
    }
  }

  @Test
  void nobodyIsToldThatAPodWaitsWhichIsBoundAMomentLater() throws IOException {
    try (var fixture = fixture()) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      Pod other = PodBuilder.pod("api").namespace("shop").uid("u-2").build();
      writer.reportWaiting(POD, "Unschedulable", "the gang is not complete", "");
      writer.reportWaiting(other, "Unschedulable", "0/3 nodes are unavailable", "");
      get(writer.bind(POD, "node-7", Map.of()));

      assertThat(fixture.await(4))
          .extracting(Received::path)
          .containsExactlyInAnyOrder(
              "/api/v1/namespaces/shop/pods/web/binding",
              "/api/v1/namespaces/shop/events",
              "/api/v1/namespaces/shop/pods/api/status",
              "/api/v1/namespaces/shop/events");
    }
  }

  @Test
  void anAdmissionDoesNotWaitForBindingsAsOtherStatusesDo() throws IOException {
    var release = new CountDownLatch(1);
    try (var fixture =
        new EffectsFixture(
            2,
            (request, reply) -> {
              if (request.path().endsWith("/binding")) {
                await(release);
              }
              reply.json(200, "{}");
            })) {
      var writer = fixture.effects().batchWriter("volcano", Duration.ZERO);
      var _ = writer.bind(POD, "node-7", Map.of());
      writer.updateAllocated(QUEUE, new ResourceList(Map.of("cpu", Quantity.parse("2"))));
      writer.updateStatus(GROUP, new PodGroup.Status(PodGroupPhase.PENDING, List.of(), 0, 0, 0));
      writer.updateStatus(GROUP, new PodGroup.Status(PodGroupPhase.INQUEUE, List.of(), 0, 0, 0));

      assertThat(fixture.await(2).get(1).body()).contains("Inqueue");
      release.countDown();
      assertThat(to("/apis/scheduling.volcano.sh/v1beta1/queues", fixture.await(4))).hasSize(1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theStatusOfAGroupIsWrittenWithTheObjectAndWhatIsOverTakenAway() throws IOException {
    try (var fixture = fixture()) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      writer.updateStatus(GROUP, new PodGroup.Status(PodGroupPhase.INQUEUE, List.of(), 0, 0, 0));

      Received request = fixture.await(1).getFirst();
      assertThat(request.path())
          .isEqualTo("/apis/scheduling.volcano.sh/v1beta1/namespaces/default/podgroups/gang");
      assertThat(request.body()).contains("\"phase\":\"Inqueue\"", "\"running\":null");
    }
  }

  @Test
  void ofSessionsInARowOnlyTheLastWordOnAGroupIsWritten() throws IOException {
    try (var fixture = fixture()) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      writer.updateStatus(GROUP, new PodGroup.Status(PodGroupPhase.INQUEUE, List.of(), 0, 0, 0));
      writer.report(GROUP, "Warning", "Unschedulable", "0/0 tasks in gang unschedulable");
      writer.updateStatus(GROUP, new PodGroup.Status(PodGroupPhase.RUNNING, List.of(), 1, 0, 0));
      writer.report(GROUP, "Normal", "Scheduled", "pod group is ready");
      writer.updateStatus(GROUP, new PodGroup.Status(PodGroupPhase.RUNNING, List.of(), 2, 0, 0));

      assertThat(fixture.await(2))
          .extracting(Received::body)
          .anyMatch(body -> body.contains("\"phase\":\"Running\",\"running\":2"))
          .anyMatch(body -> body.contains("pod group is ready"))
          .noneMatch(body -> body.contains("Inqueue") || body.contains("Unschedulable"));
    }
  }

  @Test
  void whatSessionsFindAgainWhileItIsBeingWrittenIsGatheredToo() throws IOException {
    var release = new CountDownLatch(1);
    try (var fixture =
        new EffectsFixture((request, reply) -> {
          if (request.body().contains("Inqueue")) {
            await(release);
          }
          reply.json(200, "{}");
        })) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      writer.updateStatus(GROUP, new PodGroup.Status(PodGroupPhase.INQUEUE, List.of(), 0, 0, 0));
      fixture.await(1);
      writer.updateStatus(GROUP, new PodGroup.Status(PodGroupPhase.RUNNING, List.of(), 1, 0, 0));
      release.countDown();
      get(writer.removeGate(POD, "a.b/gate"));
      writer.updateStatus(GROUP, new PodGroup.Status(PodGroupPhase.RUNNING, List.of(), 2, 0, 0));

      assertThat(to("/apis/scheduling.volcano.sh", fixture.await(3)))
          .extracting(Received::body)
          .satisfiesExactly(
              first -> assertThat(first).contains("Inqueue"),
              second -> assertThat(second).contains("\"running\":2"));
    }
  }

  @Test
  void allThatASessionHasAgainstAGroupIsToldAndEachThingOnce() throws IOException {
    try (var fixture = fixture()) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      for (int session = 0; session < 3; session++) {
        writer.report(GROUP, "Warning", "Unschedulable", "queue resource quota insufficient");
        writer.report(GROUP, "Warning", "Unschedulable", "0/0 tasks in gang unschedulable");
      }

      assertThat(fixture.await(2))
          .extracting(Received::body)
          .allMatch(body -> body.contains("\"count\":1"))
          .anyMatch(body -> body.contains("queue resource quota insufficient"))
          .anyMatch(body -> body.contains("0/0 tasks in gang unschedulable"));
    }
  }

  @Test
  void whatAQueueNoLongerUsesIsTakenAway() throws IOException {
    try (var fixture = fixture()) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      var gpu = Map.of("cpu", Quantity.parse("4"), "nvidia.com/gpu", Quantity.parse("1"));
      writer.updateAllocated(QUEUE, new ResourceList(gpu));
      fixture.await(1);
      writer.updateAllocated(QUEUE, new ResourceList(Map.of("cpu", Quantity.parse("2"))));

      Received request = fixture.await(2).get(1);
      assertThat(request.path())
          .isEqualTo("/apis/scheduling.volcano.sh/v1beta1/queues/research/status");
      assertThat(request.body()).contains("\"cpu\":\"2\"", "\"nvidia.com/gpu\":null");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 429, 403})
  void aStatusIsWrittenAgainUntilTheServerTakesIt(int refusal) throws IOException {
    var left = new AtomicInteger(1);
    try (var fixture =
        new EffectsFixture(
            (_, reply) -> reply.json(left.getAndDecrement() > 0 ? refusal : 200, "{}"))) {
      fixture
          .effects()
          .batchWriter("volcano", PERIOD)
          .updateStatus(GROUP, new PodGroup.Status(PodGroupPhase.INQUEUE, List.of(), 0, 0, 0));

      assertThat(fixture.await(2)).extracting(Received::body).allMatch(b -> b.contains("Inqueue"));
      assertThat(fixture.effects().failedReports()).isEqualTo(1);
    }
  }

  @Test
  void aNodeIsLockedUnlessSomebodyHoldsIt() throws IOException {
    String held =
        """
        {"metadata": {"name": "node-7", "resourceVersion": "5",
          "annotations": {"volcano.sh/lock": "2030-01-31T11:59:00Z"}}}
        """;
    try (var fixture = new EffectsFixture((_, reply) -> reply.json(200, held))) {
      var writer = fixture.effects().batchWriter("volcano", PERIOD);
      assertThat(get(writer.lockNode("node-7", "volcano.sh/lock")))
          .isEqualTo(failed("node node-7 has been locked within 5 minutes"));
      assertThat(get(writer.lockNode("node-7", "other.sh/lock"))).isEqualTo(new Outcome.Done());
      assertThat(fixture.await(3).get(2).body())
          .contains("\"resourceVersion\":\"5\"", "\"other.sh/lock\":\"2030-01-31T12:00:00Z\"");
      assertThat(get(writer.unlockNode("node-7", "volcano.sh/lock"))).isEqualTo(new Outcome.Done());
      assertThat(fixture.await(5).get(4).body()).contains("\"volcano.sh/lock\":null");
    }
  }
}
