package io.merapi.cluster.effects;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.cluster.ScriptedServer.Received;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulerEventsTest {

  private static final String LEASE =
      "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-scheduler";

  @Test
  void anEventOfTheLeaseIsFoundByWhoDescribesIt() throws IOException {
    try (var fixture =
        new EffectsFixture(
            (_, reply) -> reply.json(200, "{\"kind\":\"Lease\",\"metadata\":{\"uid\":\"u-7\"}}"))) {
      fixture
          .effects()
          .schedulerEvents("kube-system", "kube-scheduler")
          .record("Warning", "ConfigurationRefused", "no good");

      List<Received> requests = fixture.await(2);
      assertThat(requests.getFirst().path()).isEqualTo(LEASE);
      assertThat(requests.get(1).path()).isEqualTo("/api/v1/namespaces/kube-system/events");
      assertThat(requests.get(1).body())
          .contains(
              "\"kind\":\"Lease\"",
              "\"uid\":\"u-7\"",
              "\"type\":\"Warning\"",
              "\"reason\":\"ConfigurationRefused\"",
              "\"message\":\"no good\"",
              "\"host\":\"host-1\"",
              "\"firstTimestamp\":\"2030-01-31T12:00:00Z\"");
    }
  }

  @Test
  void withoutALeaseThereIsAnEventAllTheSame() throws IOException {
    try (var fixture = new EffectsFixture((_, reply) -> reply.json(404, "{}"))) {
      fixture
          .effects()
          .schedulerEvents("kube-system", "kube-scheduler")
          .record("Normal", "ConfigurationReloaded", "x".repeat(5_000));

      String event = fixture.await(2).get(1).body();
      assertThat(event).doesNotContain("uid").contains("\"name\":\"kube-scheduler\"");
      assertThat(event.length()).isLessThan(2_000);
    }
  }
}
