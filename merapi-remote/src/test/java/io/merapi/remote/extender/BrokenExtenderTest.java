package io.merapi.remote.extender;

import static io.merapi.remote.extender.ExtenderBuilder.at;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.extenders.SchedulerExtender.ExtenderException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever an extender does, the call ends, and says in one line what is wrong. */
@Timeout(60)
class BrokenExtenderTest {

  private static final Pod POD = pod("web").uid("u-1").build();
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final long HUNDRED_MEGABYTES = 100_000_000;

  private final ExtenderServer server = ExtenderServer.http();
  private final ExtenderCluster cluster = new ExtenderCluster(node("a").build());
  private final CountDownLatch over = new CountDownLatch(1);

  @AfterEach
  void stop() {
    over.countDown();
    server.close();
  }

  @Test
  void doesNotWaitForAnExtenderThatDoesNotAnswer() throws Exception {
    server.on("filter", _ -> sleep());

    assertThat(failure(at(server.url()).timeout(SHORT).build()))
        .isEqualTo("Post \"%s/filter\": no answer within 300ms".formatted(server.url()));
  }

  @Test
  void doesNotWaitForAnExtenderThatAnswersLetterByLetter() throws Exception {
    server.on(
        "filter",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          while (over.getCount() > 0) {
            exchange.getResponseBody().write(' ');
            exchange.getResponseBody().flush();
            Thread.onSpinWait();
          }
        });

    assertThat(failure(at(server.url()).timeout(SHORT).build())).contains("no answer within 300ms");
  }

  @Test
  void doesNotWaitForAnExtenderThatTakesNothing() throws Exception {
    try (var deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = "http://localhost:" + deaf.getLocalPort();

      assertThat(failure(at(url).timeout(SHORT).build())).contains("no answer within 300ms");
    }
  }

  @Test
  void doesNotWaitForABindingEither() throws Exception {
    server.on("bind", _ -> sleep());

    assertThat(at(server.url()).timeout(SHORT).build().bind(POD, "a").toCompletableFuture().join())
        .isEqualTo(
            new Outcome.Failed("Post \"%s/bind\": no answer within 300ms".formatted(server.url())));
  }

  @Test
  void scoresFailInTimeToo() throws Exception {
    server.on("prioritize", _ -> sleep());

    assertThat(at(server.url()).timeout(SHORT).build().score(POD, cluster.nodes()))
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableThat()
        .withMessageContaining("no answer within 300ms");
  }

  @ParameterizedTest
  @CsvSource({"500, 500", "404, 404", "204, 204", "302, 302"})
  void takesOnlyAnswersThatAreWell(int code, int told) throws Exception {
    server.on("filter", exchange -> ExtenderServer.answer(exchange, code, ""));

    assertThat(failure(at(server.url()).build()))
        .isEqualTo(
            "failed filter with extender at URL %s/filter, code %d".formatted(server.url(), told));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <html>no</html>               | Unexpected character ('<'
          {"NodeNames":["a"             | Unexpected end-of-input
          "a"                           | the answer must be an object
          {"NodeNames":"a"}             | (NodeNames) must be a list
          {"NodeNames":[1]}             | must be a string
          {"FailedNodes":{"a":{}}}      | (a) must be a string
          {"Nodes":[]}                  | (Nodes) must be an object
          {"Error":true}                | (Error) must be a string
          """)
  void saysWhatIsWrongWithRubbish(String answer, String wanted) throws Exception {
    server.answering("filter", answer);

    assertThat(failure(at(server.url()).nodeCacheCapable().build()))
        .startsWith(
            "Post \"%s/filter\": the answer is not what was asked for: ".formatted(server.url()))
        .contains(wanted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [{"Host":"a","Score":1.5}]    | (Score) must be a whole number
          [{"Host":"a","Score":"1"}]    | (Score) must be a whole number
          [{"Host":"a","Score":99999999999999999999}] | out of range
          {"Host":"a"}                  | the answer must be a list
          """)
  void saysWhatIsWrongWithScores(String answer, String wanted) throws Exception {
    server.answering("prioritize", answer);

    assertThat(at(server.url()).build().score(POD, cluster.nodes()))
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableThat()
        .withMessageContaining(wanted);
  }

  @Test
  void anEmptyAnswerIsNone() throws Exception {
    server.on("filter", exchange -> exchange.sendResponseHeaders(200, -1));

    assertThat(failure(at(server.url()).build())).endsWith("the answer is empty");
  }

  @Test
  void answersNestedWithoutEndAreRefused() throws Exception {
    server.answering("filter", "{\"x\":" + "[".repeat(100_000));

    assertThat(failure(at(server.url()).build())).contains("nesting depth");
  }

  @Test
  void doesNotBeginToReadAnAnswerThatIsTooLarge() throws Exception {
    var sent = new AtomicLong();
    server.on(
        "filter",
        exchange -> {
          exchange.sendResponseHeaders(200, HUNDRED_MEGABYTES);
          pour(exchange.getResponseBody(), "[".getBytes(StandardCharsets.US_ASCII), sent);
        });

    assertThat(failure(at(server.url()).build()))
        .isEqualTo(
            "Post \"%s/filter\": the answer is larger than 67,108,864 bytes"
                .formatted(server.url()));
    assertThat(sent.get()).isLessThan(HUNDRED_MEGABYTES / 2);
  }

  @Test
  void stopsReadingAnAnswerThatTurnsOutToBeTooLarge() throws Exception {
    var sent = new AtomicLong();
    server.on(
        "filter",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          pour(
              exchange.getResponseBody(),
              "{\"Nodes\":\"".getBytes(StandardCharsets.US_ASCII),
              sent);
        });

    // The string is in the place of an object, so that is what is said.
    assertThat(failure(at(server.url()).build())).contains("(Nodes) must be an object");

    server.on(
        "prioritize",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          pour(
              exchange.getResponseBody(),
              "[{\"other\":\"".getBytes(StandardCharsets.US_ASCII),
              sent);
        });
    sent.set(0);
    assertThat(at(server.url()).timeout(Duration.ofSeconds(50)).build().score(POD, cluster.nodes()))
        .failsWithin(Duration.ofSeconds(50))
        .withThrowableThat()
        .withMessageContaining("the answer is larger than 67,108,864 bytes");
    assertThat(sent.get()).isLessThan(HUNDRED_MEGABYTES);
  }

  @Test
  void doesNotKeepAHugeReason() throws Exception {
    server.on(
        "filter",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          pour(
              exchange.getResponseBody(),
              "{\"Error\":\"".getBytes(StandardCharsets.US_ASCII),
              new AtomicLong());
        });

    assertThat(failure(at(server.url()).build())).contains("String value length");
  }

  @Test
  void anExtenderThatHangsUpIsAFailure() throws Exception {
    try (var rude = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(() -> {
        try (Socket client = rude.accept()) {
          client.getInputStream().read(new byte[16]);
          client.setSoLinger(true, 0);
        } catch (IOException _) {
          // The test is over.
        }
      });
      String url = "http://localhost:" + rude.getLocalPort();

      assertThat(failure(at(url).build())).startsWith("Post \"%s/filter\": ".formatted(url));
    }
  }

  @Test
  void anAnswerThatBreaksOffIsAFailure() throws Exception {
    server.on(
        "filter",
        exchange -> {
          exchange.sendResponseHeaders(200, 1000);
          exchange.getResponseBody().write("{\"NodeNames\":".getBytes(StandardCharsets.US_ASCII));
          exchange.getResponseBody().flush();
        });

    assertThat(failure(at(server.url()).build())).contains("Premature end");
  }

  @Test
  void nobodyThereIsAFailure() throws Exception {
    int port;
    try (var gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }

    assertThat(failure(at("http://127.0.0.1:" + port).build())).contains("refused");
    assertThat(failure(at("http://nowhere.invalid").build()))
        .isEqualTo("Post \"http://nowhere.invalid/filter\": no such host: nowhere.invalid");
  }

  @ParameterizedTest
  @CsvSource({"'', /filter", "ftp://x, ftp://x/filter", "'http://a b', http://a b/filter"})
  void anAddressThatIsNoneIsAFailureOfEachCall(String prefix, String url) throws Exception {
    assertThat(failure(at(prefix).build()))
        .isEqualTo("Post \"%s\": no address of an HTTP server".formatted(url));
  }

  @Test
  void recoversWithTheExtender() throws Exception {
    server.on(
        "filter",
        exchange -> {
          switch (server.questions().size()) {
            case 1 -> sleep();
            case 2 -> ExtenderServer.answer(exchange, 500, "oops");
            case 3 -> ExtenderServer.answer(exchange, 200, "{oops");
            default -> ExtenderServer.answer(exchange, 200, "{\"NodeNames\":[\"a\"]}");
          }
        });
    HttpExtender extender =
        at(server.url()).nodeCacheCapable().timeout(Duration.ofSeconds(2)).build();

    for (int i = 0; i < 3; i++) {
      assertThat(failure(extender)).isNotEmpty();
    }
    assertThat(extender.filter(POD, cluster.nodes()).feasible()).containsExactly("a");
  }

  /** A server may close a connection that nobody uses, and be right. */
  @Test
  void aConnectionThatTheExtenderHasClosedIsNotUsedAgain() throws Exception {
    server.on(
        "filter",
        exchange -> {
          exchange.getResponseHeaders().set("Connection", "close");
          ExtenderServer.answer(exchange, 200, "{}");
        });
    HttpExtender extender = at(server.url()).build();

    for (int i = 0; i < 5; i++) {
      extender.filter(POD, cluster.nodes());
    }
    assertThat(server.clientPorts()).doesNotHaveDuplicates().hasSize(5);
  }

  private String failure(HttpExtender extender) {
    return String.valueOf(
        catchThrowableOfType(ExtenderException.class, () -> extender.filter(POD, cluster.nodes()))
            .getMessage());
  }

  private void sleep() {
    try {
      over.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends a beginning and then letters without end, as fast as the other side takes them. */
  private static void pour(OutputStream out, byte[] beginning, AtomicLong sent) throws IOException {
    out.write(beginning);
    byte[] letters = new byte[1 << 16];
    Arrays.fill(letters, (byte) 'x');
    while (sent.get() < HUNDRED_MEGABYTES - letters.length) {
      out.write(letters);
      sent.addAndGet(letters.length);
    }
  }
}
