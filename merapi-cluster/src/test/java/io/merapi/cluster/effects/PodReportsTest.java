package io.merapi.cluster.effects;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.cluster.ScriptedServer.Received;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PodReportsTest {

  private static final String EVENTS = "/apis/events.k8s.io/v1/namespaces/shop/events";
  private static final String STATUS = "/api/v1/namespaces/shop/pods/web/status";

  private static final Pod POD =
      PodBuilder.pod("web").namespace("shop").uid("u-1").resourceVersion("5").build();

  private static EffectsFixture fixture() throws IOException {
    return new EffectsFixture((_, reply) -> reply.json(200, "{}"));
  }

  private static List<Received> to(String path, List<Received> requests) {
    return requests.stream().filter(request -> request.path().startsWith(path)).toList();
  }

  @Test
  void aScheduledPodGetsAnEvent() throws IOException {
    try (var fixture = fixture()) {
      fixture.ports().reporter().scheduled(POD, "node-7");
      Received event = fixture.await(1).getFirst();
      assertThat(event.path()).isEqualTo(EVENTS);
      assertThat(event.body())
          .contains(
              "\"apiVersion\":\"events.k8s.io/v1\"",
              "\"eventTime\":\"2030-01-31T12:00:00.500000Z\"",
              "\"reason\":\"Scheduled\"",
              "\"action\":\"Binding\"",
              "\"type\":\"Normal\"",
              "\"note\":\"Successfully assigned shop/web to node-7\"",
              "\"uid\":\"u-1\"");
    }
  }

  @Test
  void aPodThatFitsNowhereGetsAnEventAndACondition() throws IOException {
    try (var fixture = fixture()) {
      fixture
          .ports()
          .reporter()
          .unscheduled(POD, "Unschedulable", "0/1 nodes are available: 1 Too many pods.", null);
      List<Received> requests = fixture.await(2);
      assertThat(to(EVENTS, requests).getFirst().body())
          .contains(
              "\"reason\":\"FailedScheduling\"",
              "\"action\":\"Scheduling\"",
              "\"type\":\"Warning\"",
              "\"note\":\"0/1 nodes are available: 1 Too many pods.\"");
      assertThat(to(STATUS, requests).getFirst().body())
          .contains(
              "\"uid\":\"u-1\"",
              "\"type\":\"PodScheduled\"",
              "\"status\":\"False\"",
              "\"reason\":\"Unschedulable\"",
              "\"message\":\"0/1 nodes are available: 1 Too many pods.\"",
              "\"lastTransitionTime\":\"2030-01-31T12:00:00Z\"")
          .doesNotContain("nominatedNodeName");
    }
  }

  @Test
  void aVictimGetsAnEventThatNamesItsPreemptor() throws IOException {
    Pod vip = PodBuilder.pod("vip").namespace("shop").uid("u-2").build();
    try (var fixture = fixture()) {
      fixture.ports().reporter().preempted(POD, vip, "node-7");
      assertThat(fixture.await(1).getFirst().body())
          .contains(
              "\"reason\":\"Preempted\"",
              "\"action\":\"Preempting\"",
              "\"note\":\"Preempted by pod u-2 on node node-7\"",
              "\"related\":{");
    }
  }

  @Test
  void anEventThatComesAgainBecomesASeries() throws IOException {
    try (var fixture = fixture()) {
      for (int i = 1; i <= 5; i++) {
        fixture.ports().reporter().unscheduled(withCondition("no"), "Unschedulable", "no", null);
        fixture.await(Math.min(i, 2));
        fixture.pass(Duration.ofSeconds(1));
      }
      List<Received> requests = fixture.await(2);
      assertThat(requests).extracting(Received::method).containsExactly("POST", "PATCH");
      assertThat(requests.getLast().path()).startsWith(EVENTS + "/web.");
      assertThat(requests.getLast().body()).contains("\"count\":2");

      fixture.pass(Duration.ofMinutes(7));
      sweep(fixture);
      assertThat(fixture.await(3).getLast().body())
          .contains("\"count\":5", "\"lastObservedTime\":\"2030-01-31T12:00:04.500000Z\"");
    }
  }

  private static void sweep(EffectsFixture fixture) {
    fixture.effects().endSeries();
  }

  @Test
  void aSeriesWhoseEventHasExpiredIsWrittenAnew() throws IOException {
    try (var fixture =
        new EffectsFixture(
            (request, reply) -> reply.json(request.method().equals("PATCH") ? 404 : 201, "{}"))) {
      fixture.ports().reporter().unscheduled(withCondition("no"), "Unschedulable", "no", null);
      fixture.await(1);
      fixture.ports().reporter().unscheduled(withCondition("no"), "Unschedulable", "no", null);
      List<Received> requests = fixture.await(3);
      assertThat(requests).extracting(Received::method).containsExactly("POST", "PATCH", "POST");
      assertThat(requests.getLast().body()).contains("\"series\":{", "\"count\":2");
    }
  }

  @Test
  void aLongNoteIsCutToWhatTheServerTakes() throws IOException {
    try (var fixture = fixture()) {
      fixture
          .ports()
          .reporter()
          .unscheduled(withCondition("x"), "Unschedulable", "ü".repeat(1000), null);
      String body = to(EVENTS, fixture.await(2)).getFirst().body();
      String note = body.replaceAll(".*\"note\":\"([^\"]*)\".*", "$1");
      assertThat(note).endsWith("ü ...");
      assertThat(note.getBytes(StandardCharsets.UTF_8)).hasSize(1024);
    }
  }

  /** The pod with a condition that says it cannot be scheduled. */
  private static Pod withCondition(String message) {
    var condition =
        new PodCondition(
            "PodScheduled",
            "False",
            "Unschedulable",
            message,
            Instant.parse("2030-01-01T00:00:00Z"));
    PodStatus old = POD.status();
    var status =
        new PodStatus(
            old.phase(),
            "node-1",
            old.startTime(),
            List.of(condition),
            List.of(),
            List.of(),
            List.of(),
            null,
            old.allocatedResources(),
            null,
            "");
    return new Pod(POD.meta(), "", POD.spec(), status);
  }

  @Test
  void aConditionThatThePodHasIsNotWrittenAgain() throws IOException {
    try (var fixture = fixture()) {
      fixture.ports().reporter().unscheduled(withCondition("no"), "Unschedulable", "no", "node-1");
      fixture.ports().reporter().scheduled(POD, "node-7");
      assertThat(fixture.await(2))
          .allSatisfy(request -> assertThat(request.path()).startsWith(EVENTS));
    }
  }

  @Test
  void aNewReasonDoesNotChangeTheTimeOfTheTransition() throws IOException {
    try (var fixture = fixture()) {
      fixture.ports().reporter().unscheduled(withCondition("a"), "Unschedulable", "b", null);
      assertThat(to(STATUS, fixture.await(2)).getFirst().body())
          .contains("\"message\":\"b\"", "\"lastTransitionTime\":\"2030-01-01T00:00:00Z\"");
    }
  }

  @Test
  void nominationsAreWrittenAndTakenAway() throws IOException {
    try (var fixture = fixture()) {
      fixture.ports().reporter().unscheduled(withCondition("no"), "Unschedulable", "no", "node-2");
      assertThat(to(STATUS, fixture.await(2)).getFirst().body())
          .contains("\"status\":{\"nominatedNodeName\":\"node-2\"}");
      fixture.ports().reporter().nominationCleared(withCondition("no"));
      assertThat(to(STATUS, fixture.await(3)).getLast().body())
          .contains("\"status\":{\"nominatedNodeName\":null}");
      fixture.ports().reporter().nominationCleared(POD);
      fixture.ports().reporter().scheduled(POD, "node-7");
      assertThat(fixture.await(4)).hasSize(4);
    }
  }

  @Test
  void aNewerStatusTakesThePlaceOfOneThatHasNotGoneOut() throws Exception {
    var asked = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    try (var fixture =
        new EffectsFixture((_, reply) -> {
          asked.countDown();
          await(release);
          reply.json(200, "{}");
        })) {
      // Of four places one is for reports: this event holds it.
      fixture.ports().reporter().scheduled(POD, "node-7");
      asked.await();
      for (int i = 0; i < 10; i++) {
        fixture.ports().reporter().unscheduled(POD, "Unschedulable", "try " + i, null);
      }
      release.countDown();
      List<Received> statuses = to(STATUS, fixture.await(4));
      assertThat(statuses).hasSize(1);
      assertThat(statuses.getFirst().body()).contains("try 9");
    }
  }

  @Test
  void aNewerStatusWaitsForTheOneThatIsOnItsWay() throws Exception {
    var release = new CountDownLatch(1);
    try (var fixture =
        // Room for three reports at once.
        new EffectsFixture(
            12,
            (request, reply) -> {
              if (request.body().contains("node-1")) {
                await(release);
              }
              reply.json(200, "{}");
            })) {
      fixture.ports().reporter().expected(POD, "node-1");
      fixture.await(1);
      fixture.ports().reporter().expected(POD, "node-2");
      fixture.ports().reporter().scheduled(POD, "node-7");
      assertThat(fixture.await(2).getLast().path()).isEqualTo(EVENTS);

      release.countDown();
      List<Received> requests = fixture.await(3);
      assertThat(requests.getFirst().body()).contains("node-1");
      assertThat(requests.getLast().body()).contains("node-2");
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void eventsThatCannotBeWrittenAreCounted() throws IOException {
    try (var fixture = new EffectsFixture((_, reply) -> reply.json(403, "{}"))) {
      fixture.ports().reporter().scheduled(POD, "node-7");
      fixture.ports().reporter().unscheduled(POD, "Unschedulable", "no", null);
      fixture.await(3);
      while (fixture.effects().droppedEvents() < 2 || fixture.effects().failedReports() < 1) {
        Thread.onSpinWait();
      }
      assertThat(fixture.effects().droppedEvents()).isEqualTo(2);
      assertThat(fixture.effects().failedReports()).isEqualTo(1);
    }
  }
}
