package io.merapi.remote.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.NodeUsage;
import io.merapi.batch.usage.MetricsSource;
import io.merapi.batch.usage.UsageSource.Answer;
import io.merapi.remote.extender.ExtenderServer;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PrometheusUsageTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00.5Z");
  private static final String NO_SERIES = vector("");

  private final ExtenderServer server = ExtenderServer.http();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void asksTwoQueriesForANode() {
    server.answering("api/v1/query", NO_SERIES);
    ask("node-1");

    assertThat(server.questions().stream().map(PrometheusUsageTest::decoded))
        .containsExactly(
            "query=avg_over_time(clamp_min(100 - (avg by (instance) (rate("
                + "node_cpu_seconds_total{mode=\"idle\",instance=\"node-1\"}[5m])) * 100), 0)"
                + "[10m:30s])&time=1893456000.500",
            "query=100*avg_over_time(((1-node_memory_MemAvailable_bytes{instance=\"node-1\"}"
                + "/node_memory_MemTotal_bytes{instance=\"node-1\"}))[10m:30s])"
                + "&time=1893456000.500");
  }

  @Test
  void theFirstSeriesIsTheLoadInPercent() {
    server.on(
        "api/v1/query",
        (question, exchange) ->
            ExtenderServer.answer(
                exchange,
                200,
                vector(
                    isCpu(question)
                        ? "{\"metric\":{\"instance\":\"n\"},\"value\":[1893456000.5,\"41.25\"]},"
                            + "{\"metric\":{},\"value\":[1893456000.5,\"99\"]}"
                        : "{\"metric\":{},\"value\":[1893456000,\"3e1\"]}")));

    assertThat(ask("n")).isEqualTo(new Answer(usages("n", 41.25, 30), 2, List.of()));
  }

  @Test
  void aQueryWithoutResultMeansNoLoad() {
    server.answering("api/v1/query", NO_SERIES);

    assertThat(ask("n").usages()).isEqualTo(usages("n", 0, 0));
  }

  @Test
  void aServerThatTakesNoPostIsAskedByGet() {
    List<String> methods = new CopyOnWriteArrayList<>();
    server.on(
        "api/v1/query",
        exchange -> {
          methods.add(exchange.getRequestMethod());
          String query = exchange.getRequestURI().getQuery();
          ExtenderServer.answer(
              exchange,
              query == null ? 405 : 200,
              query != null && isCpu(query) ? vector("{\"value\":[1,\"7\"]}") : NO_SERIES);
        });

    assertThat(ask("n").usages()).isEqualTo(usages("n", 7, 0));
    assertThat(methods).containsExactly("POST", "GET", "POST", "GET");
  }

  @Test
  void aFailureCostsItsOwnQuestion() {
    server.on(
        "api/v1/query",
        (question, exchange) -> {
          boolean broken = decoded(question).contains("instance=\"b\"") && isCpu(question);
          ExtenderServer.answer(exchange, broken ? 500 : 200, NO_SERIES);
        });

    assertThat(ask("a", "b", "c"))
        .isEqualTo(
            new Answer(
                Map.of("a", NodeUsage.collected(NOW, 0, 0), "c", NodeUsage.collected(NOW, 0, 0)),
                6,
                List.of("Post \"%s/api/v1/query\": code 500".formatted(server.url()))));
  }

  @Test
  void anAddressMaySayWhoAsks() {
    List<@Nullable String> said = new CopyOnWriteArrayList<>();
    server.on(
        "api/v1/query",
        exchange -> {
          said.add(exchange.getRequestHeaders().getFirst("Authorization"));
          ExtenderServer.answer(exchange, 200, NO_SERIES);
        });

    askAt(server.url().replace("http://", "http://user:word@"), "n");
    assertThat(said).containsOnly("Basic dXNlcjp3b3Jk");
  }

  @Test
  void manyNodesAreAskedAboutSeveralAtATime() {
    server.on(
        "api/v1/query",
        exchange -> {
          sleep(20);
          ExtenderServer.answer(exchange, 200, NO_SERIES);
        });
    String[] nodes = new String[100];
    Arrays.setAll(nodes, i -> "n" + i);

    Answer answer = ask(nodes);
    assertThat(answer.usages()).hasSize(100);
    assertThat(answer.questions()).isEqualTo(200);
    assertThat(answer.failures()).isEmpty();
  }

  @Test
  void aCollectionEndsAfterAMinuteWhateverIsLeft() {
    var now = new AtomicReference<>(NOW);
    server.on(
        "api/v1/query",
        exchange -> {
          now.set(NOW.plusSeconds(60));
          ExtenderServer.answer(exchange, 200, NO_SERIES);
        });
    List<String> nodes = IntStream.range(0, 1000).mapToObj(i -> "n" + i).toList();
    try (var source =
        new PrometheusUsage(
            new MetricsSource.Prometheus(server.url(), false), Duration.ofSeconds(10), now::get)) {
      Answer answer = source.measure(nodes).toCompletableFuture().join();

      assertThat(answer.usages()).hasSizeBetween(1, 500);
      assertThat(answer.failures())
          .containsExactly(
              "%d nodes were not asked about: no time was left of 60s"
                  .formatted(1000 - answer.usages().size()));
    }
  }

  private static void sleep(long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static boolean isCpu(String question) {
    return decoded(question).contains("node_cpu");
  }

  private Answer ask(String... nodes) {
    return askAt(server.url(), nodes);
  }

  private static Answer askAt(String url, String... nodes) {
    try (var source =
        new PrometheusUsage(
            new MetricsSource.Prometheus(url, false), Duration.ofSeconds(10), () -> NOW)) {
      return source.measure(List.of(nodes)).toCompletableFuture().join();
    }
  }

  private static Map<String, NodeUsage> usages(String node, double cpu, double memory) {
    return Map.of(node, NodeUsage.collected(NOW, cpu, memory));
  }

  private static String vector(String series) {
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[%s]}}"
        .formatted(series);
  }

  private static String decoded(String form) {
    return URLDecoder.decode(form, StandardCharsets.UTF_8);
  }
}
