package io.merapi.remote.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.NodeUsage;
import io.merapi.batch.usage.UsageSource.Answer;
import io.merapi.remote.extender.ExtenderServer;
import io.merapi.remote.http.HttpCalls;
import io.merapi.remote.http.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class CustomMetricsUsageTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final String GROUP = "apis/custom.metrics.k8s.io";
  private static final String CPU = GROUP + "/v1beta2/nodes/*/node_cpu_usage_avg";
  private static final String MEMORY = GROUP + "/v1beta2/nodes/*/node_memory_usage_avg";

  private final ExtenderServer server = ExtenderServer.http();
  private final HttpCalls calls = new HttpCalls(null, Duration.ofSeconds(10), 1 << 20);

  @AfterEach
  void stop() {
    calls.close();
    server.close();
  }

  @Test
  void asksForAllNodesAtOnce() {
    group("v1beta2");
    server.answering(
        CPU, list(item("a", "10s", "410m"), item("b", "20s", "1"), item("z", "0s", "1")));
    server.answering(MEMORY, list(item("a", "30s", "300m")));

    assertThat(ask("a", "b", "c"))
        .isEqualTo(
            new Answer(
                Map.of(
                    "a", NodeUsage.collected(NOW.minusSeconds(30), 41, 30),
                    "b", NodeUsage.collected(NOW.minusSeconds(20), 100, 0),
                    "c", NodeUsage.UNKNOWN),
                3,
                List.of()));
  }

  @Test
  void speaksTheOlderVersionWhereItMust() {
    group("v1beta1");
    server.answering(CPU.replace("v1beta2", "v1beta1"), list(item("a", "10s", "100m")));
    server.answering(MEMORY.replace("v1beta2", "v1beta1"), list());

    assertThat(ask("a").usages())
        .isEqualTo(Map.of("a", NodeUsage.collected(NOW.minusSeconds(10), 10, 0)));
  }

  @Test
  void aVersionThatIsNotKnownIsAFailure() {
    group("v9");

    assertThat(ask("a").failures())
        .containsExactly(
            "Get \"/apis/custom.metrics.k8s.io\": the answer is not what was asked for: no version"
                + " is offered of custom.metrics.k8s.io/v1beta1, custom.metrics.k8s.io/v1beta2");
  }

  @Test
  void withoutTheApiThereIsOneFailure() {
    Answer answer = ask("a", "b");

    assertThat(answer.usages()).isEmpty();
    assertThat(answer.questions()).isEqualTo(1);
    assertThat(answer.failures()).singleElement().asString().contains("404");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"items":[{"describedObject":{"name":"a"},"value":"much"}]}                      | (value) must be a quantity
          {"items":[{"describedObject":{"name":"a"},"timestamp":"today","value":"1"}]}     | (timestamp) must be a time
          {"items":{}}                                                                     | (items) must be a list
          <html>                                                                           | Unexpected character
          """)
  void aMetricThatCannotBeReadLeavesAllAsItWas(String answer, String why) {
    group("v1beta2");
    server.answering(CPU, list(item("a", "10s", "100m")));
    server.answering(MEMORY, answer);

    assertThat(ask("a").usages()).isEmpty();
    assertThat(ask("a").failures()).singleElement().asString().contains(why);
    assertThat(ask("a").questions()).isEqualTo(3);
  }

  private void group(String version) {
    String known = "{\"groupVersion\":\"custom.metrics.k8s.io/%s\",\"version\":\"%s\"}";
    server.answering(
        GROUP,
        "{\"kind\":\"APIGroup\",\"versions\":[%s,%s],\"preferredVersion\":%s}"
            .formatted(
                known.formatted("v0", "v0"),
                known.formatted(version, version),
                known.formatted("v0", "v0")));
  }

  private static String item(String node, String ago, String value) {
    return ("{\"describedObject\":{\"kind\":\"Node\",\"name\":\"%s\",\"apiVersion\":\"/v1\"},"
                + "\"metric\":{\"name\":\"m\",\"selector\":null},\"timestamp\":\"%s\",\"value\":\"%s\"}")
        .formatted(node, NOW.minus(Duration.parse("PT" + ago)), value);
  }

  private static String list(String... items) {
    return "{\"kind\":\"MetricValueList\",\"metadata\":{},\"items\":[%s]}"
        .formatted(String.join(",", items));
  }

  private Answer ask(String... nodes) {
    return new CustomMetricsUsage(this::get, () -> NOW)
        .measure(List.of(nodes))
        .toCompletableFuture()
        .join();
  }

  private String get(String path) throws IOException {
    try {
      return calls
          .send(
              Request.get(URI.create(server.url() + path)),
              body -> new String(body.readAllBytes(), StandardCharsets.UTF_8))
          .join();
    } catch (CompletionException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
