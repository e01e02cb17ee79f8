package io.merapi.remote.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.usage.MetricsSource;
import io.merapi.batch.usage.UsageSource;
import io.merapi.batch.usage.UsageSource.Answer;
import io.merapi.remote.extender.ExtenderServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a monitoring system does, a collection ends; each question that got no answer of use is
 * counted and told in one line, and nothing is made up for it.
 */
@Timeout(60)
class BrokenSourceTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final byte[] BLANKS =
      " ".repeat((1 << 20) + 1).getBytes(StandardCharsets.US_ASCII);

  private final CountDownLatch over = new CountDownLatch(1);
  private final ExtenderServer server = ExtenderServer.http();

  @AfterEach
  void stop() {
    over.countDown();
    server.close();
  }

  /** A system, and how many questions about one node are put to it. */
  enum Source {
    PROMETHEUS(2, "api/v1/query"),
    ELASTICSEARCH(1, "metricbeat-*/_search");

    private final int questions;
    private final String path;

    Source(int questions, String path) {
      this.questions = questions;
      this.path = path;
    }

    UsageSource at(String url, boolean insecure, Duration atMost) {
      return switch (this) {
        case PROMETHEUS ->
            new PrometheusUsage(new MetricsSource.Prometheus(url, insecure), atMost, () -> NOW);
        case ELASTICSEARCH ->
            new ElasticsearchUsage(
                new MetricsSource.Elasticsearch(
                    url, insecure, "metricbeat-*", "host.hostname", "", ""),
                atMost,
                () -> NOW);
      };
    }

    /** An answer of use. */
    String well() {
      return switch (this) {
        case PROMETHEUS -> "{\"data\":{\"resultType\":\"vector\",\"result\":[]}}";
        case ELASTICSEARCH -> "{}";
      };
    }
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void slow(Source source) {
    server.on(source.path, _ -> await());

    assertFailed(source, ask(source.at(server.url(), false, SHORT)), "no answer within 300ms");
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void broken(Source source) {
    server.on(source.path, exchange -> ExtenderServer.answer(exchange, 503, "later"));

    assertFails(source, server.url(), "code 503");
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void brokenOff(Source source) {
    server.answering(source.path, source.well().substring(0, 1));

    assertFails(
        source, server.url(), "the answer is not what was asked for: Unexpected end-of-input");
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void tooLarge(Source source) {
    server.on(
        source.path,
        exchange -> {
          exchange.sendResponseHeaders(200, BLANKS.length);
          exchange.getResponseBody().write(BLANKS);
        });

    assertFails(source, server.url(), "the answer is larger than 1,048,576 bytes");
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void tooLargeWithoutSayingSo(Source source) {
    server.on(
        source.path,
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(BLANKS);
        });

    assertFails(source, server.url(), "the answer is larger than 1,048,576 bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PROMETHEUS    | <html>no</html>                                                          | Unexpected character ('<'
          PROMETHEUS    | []                                                                       | the answer must be an object
          PROMETHEUS    | {}                                                                       | (data) is missing
          PROMETHEUS    | {"status":"error","error":"too many samples"}                            | too many samples
          PROMETHEUS    | {"data":{"resultType":"matrix","result":[]}}                             | (resultType) must be vector
          PROMETHEUS    | {"data":{"resultType":"vector","result":[{"value":[1,"NaN"]}]}}          | (value) must be a number, not NaN
          PROMETHEUS    | {"data":{"resultType":"vector","result":[{"value":["1"]}]}}              | (value) must be a time and a number
          PROMETHEUS    | {"data":{"resultType":"vector","result":{}}}                             | (result) must be a list
          ELASTICSEARCH | "no"                                                                     | the answer must be an object
          ELASTICSEARCH | {"aggregations":[]}                                                      | (aggregations) must be an object
          ELASTICSEARCH | {"aggregations":{"cpu":{"value":"0.5"}}}                                 | (value) must be a number
          """)
  void ofTheWrongType(Source source, String answer, String why) {
    server.answering(source.path, answer);

    assertFails(source, server.url(), why);
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void ofAnAuthorityThatNobodyKnows(Source source) throws Exception {
    try (ExtenderServer secure = ExtenderServer.https("server", false)) {
      secure.answering(source.path, source.well());

      assertFails(source, secure.url(), "TLS: ");
      assertThat(secure.questions()).isEmpty();
      assertThat(ask(source.at(secure.url(), true, LONG)).failures()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void refusingConnections(Source source) throws IOException {
    int port;
    try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }

    assertFails(source, "http://localhost:" + port, "Connection refused");
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void underAnAddressThatIsNone(Source source) {
    assertFails(source, "prometheus:9090", "metrics.address must be that of an HTTP server");
  }

  private static void assertFails(Source source, String url, String why) {
    assertFailed(source, ask(source.at(url, false, LONG)), why);
  }

  private static void assertFailed(Source source, Answer answer, String why) {
    assertThat(answer.usages()).isEmpty();
    assertThat(answer.questions()).isEqualTo(source.questions);
    assertThat(answer.failures())
        .hasSize(source.questions)
        .allSatisfy(failure -> assertThat(failure).contains(why).doesNotContain("\n"));
  }

  private static Answer ask(UsageSource source) {
    return source.measure(List.of("n")).toCompletableFuture().join();
  }

  private void await() {
    try {
      over.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
