package io.merapi.remote.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.NodeUsage;
import io.merapi.batch.usage.MetricsSource;
import io.merapi.batch.usage.UsageSource.Answer;
import io.merapi.remote.extender.ExtenderServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ElasticsearchUsageTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private final ExtenderServer server = ExtenderServer.http();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void asksForTheAveragesOfTenMinutes() {
    server.answering("metricbeat-*/_search", "{}");
    ask(source("metricbeat-*", "host.hostname", ""), "node-1");

    assertThat(server.questions())
        .containsExactly(
            "{\"size\":0,\"query\":{\"bool\":{\"must\":["
                + "{\"range\":{\"@timestamp\":{\"gte\":\"now-10m\",\"lt\":\"now\"}}},"
                + "{\"term\":{\"host.hostname\":\"node-1\"}}]}},"
                + "\"aggs\":{\"cpu\":{\"avg\":{\"field\":\"host.cpu.usage\"}},"
                + "\"mem\":{\"avg\":{\"field\":\"system.memory.actual.used.pct\"}}}}");
  }

  @Test
  void theIndexAndTheFieldOfTheNodeAreConfigured() {
    server.answering("my-index/_search", "{}");
    ask(source("my-index", "agent.name", ""), "n");

    assertThat(server.questions().getFirst()).contains("{\"term\":{\"agent.name\":\"n\"}}");
  }

  @Test
  void partsBecomePercent() {
    server.on(
        "metricbeat-*/_search",
        (question, exchange) ->
            ExtenderServer.answer(
                exchange,
                200,
                question.contains("\"a\"")
                    ? "{\"took\":3,\"aggregations\":{\"mem\":{\"value\":0.5},\"cpu\":{\"value\":0.25}}}"
                    : "{\"aggregations\":{\"cpu\":{\"value\":1},\"mem\":{\"value\":null}}}"));

    assertThat(ask(source("metricbeat-*", "host.hostname", ""), "a", "b"))
        .isEqualTo(
            new Answer(
                Map.of(
                    "a", NodeUsage.collected(NOW, 25, 50), "b", NodeUsage.collected(NOW, 100, 0)),
                2,
                List.of()));
  }

  @Test
  void aUserSaysWhoTheyAre() {
    List<@Nullable String> said = new CopyOnWriteArrayList<>();
    server.on(
        "metricbeat-*/_search",
        exchange -> {
          said.add(exchange.getRequestHeaders().getFirst("Authorization"));
          ExtenderServer.answer(exchange, 200, "{}");
        });

    ask(source("metricbeat-*", "host.hostname", "user"), "n");
    assertThat(said).containsExactly("Basic dXNlcjp3b3Jk");
  }

  private MetricsSource.Elasticsearch source(String index, String hostnameField, String user) {
    return new MetricsSource.Elasticsearch(server.url(), false, index, hostnameField, user, "word");
  }

  private static Answer ask(MetricsSource.Elasticsearch from, String... nodes) {
    try (var source = new ElasticsearchUsage(from, Duration.ofSeconds(10), () -> NOW)) {
      return source.measure(List.of(nodes)).toCompletableFuture().join();
    }
  }
}
