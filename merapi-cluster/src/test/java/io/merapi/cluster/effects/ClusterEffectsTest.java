package io.merapi.cluster.effects;

import static io.merapi.cluster.effects.EffectsFixture.failed;
import static io.merapi.cluster.effects.EffectsFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.VolumeSource;
import io.merapi.cluster.ScriptedServer;
import io.merapi.kube.effects.ClaimWriter;
import io.merapi.kube.effects.Outcome;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterEffectsTest {

  private static final Pod POD = PodBuilder.pod("web").namespace("shop").uid("u-1").build();

  private static ScriptedServer.Script always(int code, String body) {
    return (_, reply) -> reply.json(code, body);
  }

  private static String refusal(String message) {
    return "{\"kind\": \"Status\", \"message\": \"%s\"}".formatted(message);
  }

  @Test
  void bindsThisVeryPod() throws IOException {
    try (var fixture = new EffectsFixture(always(201, "{\"status\": \"Success\"}"))) {
      assertThat(get(fixture.ports().binder().bind(POD, "node-7"))).isEqualTo(new Outcome.Done());
      var request = fixture.server().received().getFirst();
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.path()).isEqualTo("/api/v1/namespaces/shop/pods/web/binding");
      assertThat(request.body())
          .contains("\"kind\":\"Binding\"", "\"uid\":\"u-1\"", "\"name\":\"node-7\"");
    }
  }

  @Test
  void aRefusedBindingFailsWithTheServersWords() throws IOException {
    String message = "pod web is already assigned to node node-1";
    try (var fixture = new EffectsFixture(always(409, refusal(message)))) {
      assertThat(get(fixture.ports().binder().bind(POD, "node-7"))).isEqualTo(failed(message));
    }
  }

  @Test
  void anEffectFailsWhereNobodyAnswers() throws IOException {
    try (var fixture = new EffectsFixture(always(200, "{}"))) {
      fixture.server().close();
      assertThat(get(fixture.ports().evictor().evict(POD, preemptor())))
          .isInstanceOf(Outcome.Failed.class);
    }
  }

  @Test
  void aBindingWhoseAnswerIsLostIsKnownToHaveBeenCarriedOut() throws IOException {
    var lost = new AtomicInteger(3);
    try (var fixture =
        new EffectsFixture((request, reply) -> {
          if (request.method().equals("GET")) {
            reply.json(200, bound("u-1", "node-7"));
          } else if (lost.getAndDecrement() > 0) {
            reply.close();
          } else {
            reply.json(409, refusal("pod web is already assigned to node node-7"));
          }
        })) {
      assertThat(get(fixture.ports().binder().bind(POD, "node-7"))).isEqualTo(new Outcome.Done());
    }
  }

  @ParameterizedTest(name = "{0} on {1}")
  @CsvSource({"u-1, node-8", "u-2, node-7"})
  void aBindingOfAnotherIsNoneOfThisPod(String uid, String node) throws IOException {
    String message = "pod web is already assigned";
    try (var fixture =
        new EffectsFixture((request, reply) -> {
          if (request.method().equals("GET")) {
            reply.json(200, bound(uid, node));
          } else {
            reply.json(409, refusal(message));
          }
        })) {
      assertThat(get(fixture.ports().binder().bind(POD, "node-7"))).isEqualTo(failed(message));
    }
  }

  @Test
  void aServerThatBreaksDownWhileItBindsIsAskedWhatCameOfIt() throws IOException {
    var asked = new AtomicInteger();
    try (var fixture =
        new EffectsFixture((request, reply) -> {
          // The first question is not answered either; then the binding is tried once more.
          if (request.method().equals("GET") && asked.incrementAndGet() > 1) {
            reply.json(200, bound("u-1", ""));
          } else {
            reply.json(500, refusal("etcdserver: request timed out"));
          }
        })) {
      assertThat(get(fixture.ports().binder().bind(POD, "node-7")))
          .isEqualTo(failed("etcdserver: request timed out"));
      assertThat(fixture.server().received())
          .extracting(ScriptedServer.Received::method)
          .containsExactly("POST", "GET", "POST", "GET");
    }
  }

  @Test
  void aBindingIsNotTriedForeverByWhoHasClosed() throws IOException {
    CompletionStage<Outcome> binding;
    try (var fixture = new EffectsFixture((_, reply) -> reply.close())) {
      binding = fixture.ports().binder().bind(POD, "node-7");
      fixture.await(2);
    }
    assertThat(get(binding)).isInstanceOf(Outcome.Failed.class);
  }

  private static String bound(String uid, String node) {
    return """
    {"metadata": {"name": "web", "namespace": "shop", "uid": "%s"}, "spec": {"nodeName": "%s"}}
    """
        .formatted(uid, node);
  }

  @Test
  void manyBindingsAtOnceShareFewConnections() throws IOException {
    try (var fixture = new EffectsFixture(always(201, "{}"))) {
      var bindings =
          IntStream.range(0, 200)
              .mapToObj(i -> fixture.ports().binder().bind(POD, "node-" + i))
              .toList();
      assertThat(bindings).allSatisfy(stage -> assertThat(get(stage)).isNotNull());
      assertThat(fixture.server().received()).hasSize(200);
      assertThat(fixture.server().connections()).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void aVictimIsMarkedAndThenDeleted() throws IOException {
    try (var fixture = new EffectsFixture(always(200, "{}"))) {
      assertThat(get(fixture.ports().evictor().evict(POD, preemptor())))
          .isEqualTo(new Outcome.Done());
      var requests = fixture.server().received();
      assertThat(requests)
          .extracting(ScriptedServer.Received::method)
          .containsExactly("PATCH", "DELETE");
      assertThat(requests.getFirst().path()).isEqualTo("/api/v1/namespaces/shop/pods/web/status");
      assertThat(requests.getFirst().headers())
          .containsEntry("content-type", "application/strategic-merge-patch+json");
      assertThat(requests.getFirst().body())
          .contains(
              "\"type\":\"DisruptionTarget\"",
              "\"status\":\"True\"",
              "\"reason\":\"PreemptionByScheduler\"",
              "preempting to accommodate a higher priority pod",
              "\"lastTransitionTime\":\"2030-01-31T12:00:00Z\"");
      assertThat(requests.getLast().body()).contains("\"preconditions\":{\"uid\":\"u-1\"}");
    }
  }

  private static Pod preemptor() {
    return PodBuilder.pod("vip").namespace("shop").uid("u-2").build();
  }

  @Test
  void aVictimThatIsGoneIsEvicted() throws IOException {
    try (var fixture = new EffectsFixture(always(404, refusal("pods \\\"web\\\" not found")))) {
      assertThat(get(fixture.ports().evictor().evict(POD, preemptor())))
          .isEqualTo(new Outcome.Done());
    }
  }

  @Test
  void aVictimThatMayNotBeDeletedIsNotEvicted() throws IOException {
    try (var fixture =
        new EffectsFixture((request, reply) -> {
          boolean deletes = request.method().equals("DELETE");
          reply.json(deletes ? 403 : 200, deletes ? refusal("forbidden") : "{}");
        })) {
      assertThat(get(fixture.ports().evictor().evict(POD, preemptor())))
          .isEqualTo(failed("forbidden"));
    }
  }

  @Test
  void aVolumeIsKeptForItsClaimUnlessItHasChanged() throws IOException {
    var meta =
        new ObjectMeta(
            "disk",
            "",
            "u-3",
            "17",
            null,
            null,
            Labels.EMPTY,
            Labels.of(Map.of("pv.kubernetes.io/bound-by-controller", "yes")),
            List.of(),
            List.of());
    var volume =
        new PersistentVolume(
            meta,
            ResourceList.EMPTY,
            List.of(),
            new PersistentVolume.ClaimReference("shop", "data", "u-4"),
            "fast",
            null,
            null,
            "Delete",
            null,
            new VolumeSource.Other(),
            "Available");
    try (var fixture = new EffectsFixture(always(200, "{}"))) {
      assertThat(get(fixture.ports().volumes().update(volume))).isEqualTo(new Outcome.Done());
      var request = fixture.server().received().getFirst();
      assertThat(request.path()).isEqualTo("/api/v1/persistentvolumes/disk");
      assertThat(request.headers()).containsEntry("content-type", "application/merge-patch+json");
      assertThat(request.body())
          .contains(
              "\"resourceVersion\":\"17\"",
              "\"pv.kubernetes.io/bound-by-controller\":\"yes\"",
              "\"claimRef\":{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\","
                  + "\"name\":\"data\",\"namespace\":\"shop\",\"uid\":\"u-4\"}")
          .doesNotContain("fast");
    }
  }

  private static ResourceClaim claim(@Nullable Allocation allocation, String... finalizers) {
    var meta =
        new ObjectMeta(
            "gpu",
            "shop",
            "u-5",
            "30",
            null,
            null,
            Labels.EMPTY,
            Labels.EMPTY,
            List.of(),
            List.of(finalizers));
    List<ResourceClaim.Consumer> reservedFor =
        allocation == null
            ? List.of()
            : List.of(new ResourceClaim.Consumer("", "pods", "web", "u-1"));
    return new ResourceClaim(meta, List.of(), List.of(), allocation, reservedFor, List.of());
  }

  private static final ScriptedServer.Script TAKES_CLAIMS =
      always(
          200,
          "{\"metadata\": {\"name\": \"gpu\", \"namespace\": \"shop\", \"resourceVersion\":"
              + " \"31\"}}");

  @Test
  void aClaimHasItsFinalizerBeforeItHoldsDevices() throws IOException {
    var claim =
        claim(new Allocation(List.of(), null, null), "resource.kubernetes.io/delete-protection");
    try (var fixture = new EffectsFixture(TAKES_CLAIMS)) {
      assertThat(get(fixture.ports().claims().update(claim))).isEqualTo(new Outcome.Done());
      var requests = fixture.server().received();
      assertThat(requests)
          .extracting(ScriptedServer.Received::path)
          .containsExactly(
              "/apis/resource.k8s.io/v1/namespaces/shop/resourceclaims/gpu",
              "/apis/resource.k8s.io/v1/namespaces/shop/resourceclaims/gpu/status");
      assertThat(requests.getFirst().body())
          .contains("delete-protection", "\"resourceVersion\":\"30\"");
      assertThat(requests.getLast().body())
          .contains("\"resourceVersion\":\"31\"", "\"allocation\":{", "\"uid\":\"u-1\"");
    }
  }

  @Test
  void aClaimKeepsItsFinalizerUntilItHoldsNoDevices() throws IOException {
    try (var fixture = new EffectsFixture(TAKES_CLAIMS)) {
      assertThat(get(fixture.ports().claims().update(claim(null)))).isEqualTo(new Outcome.Done());
      var requests = fixture.server().received();
      assertThat(requests.getFirst().path()).endsWith("/status");
      assertThat(requests.getFirst().body())
          .contains("\"allocation\":null", "\"reservedFor\":null");
      assertThat(requests.getLast().body()).contains("\"finalizers\":[]");
    }
  }

  @Test
  void aClaimThatHasChangedIsNotWritten() throws IOException {
    try (var fixture = new EffectsFixture(always(409, refusal("the object has been modified")))) {
      assertThat(get(fixture.ports().claims().update(claim(null))))
          .isEqualTo(failed("the object has been modified"));
      assertThat(fixture.server().received()).hasSize(1);
    }
  }

  @Test
  void aNewClaimIsGivenAsTheClusterHasIt() throws IOException {
    try (var fixture = new EffectsFixture(TAKES_CLAIMS)) {
      ClaimWriter.Created created = get(fixture.ports().claims().create(claim(null)));
      assertThat(created.outcome()).isEqualTo(new Outcome.Done());
      assertThat(created.claim().meta().resourceVersion()).isEqualTo("31");
    }
    try (var fixture = new EffectsFixture(always(403, refusal("quota")))) {
      ClaimWriter.Created refused = get(fixture.ports().claims().create(claim(null)));
      assertThat(refused).isEqualTo(new ClaimWriter.Created(failed("quota"), claim(null)));
    }
  }
}
