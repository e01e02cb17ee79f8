package io.merapi.remote.extender;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.PodPhase;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The extender plugin against real servers: whatever these do, the session ends, every failed call
 * costs the question that was put and no other, and each is counted.
 */
@Timeout(60)
class BatchExtenderTest {

  private static final String PREDICATE = "predicateVerb: predicate";

  /** The server's business is the pod with a GPU alone. */
  private static final String GPU_ONLY = "managedResources: [gpu.example/a]";

  private static final String SOON = "httpTimeout: 300ms";

  private final ExtenderServer server = ExtenderServer.http();
  private final CountDownLatch over = new CountDownLatch(1);

  @AfterEach
  void stop() {
    over.countDown();
    server.close();
  }

  @Test
  void theServerChoosesTheNode() {
    server
        .answering(
            "predicate",
            question ->
                question.contains("\"Name\":\"n1\"") ? "{\"code\":2,\"status\":\"no room\"}" : "{}")
        .answering("prioritize", "{\"nodeScore\":{\"n3\":7}}");
    try (var session = session(server.url(), PREDICATE, "prioritizeVerb: prioritize").hold()) {
      assertThat(session.binds()).isEqualTo(Map.of("gpu", "n3", "plain", "n3"));
      assertThat(session.failures()).isEmpty();
    }
  }

  @Test
  void numbersAreWrittenAsGoWritesThem() {
    server.answering("predicate", "{}");
    try (var session = session(server.url(), PREDICATE, GPU_ONLY).hold()) {
      assertThat(session.binds()).hasSize(2);
      assertThat(server.question())
          .contains("\"MilliCPU\":1000,")
          .contains("\"ScalarResources\":{\"gpu.example/a\":1000,\"pods\":1}")
          .contains("\"LastTransaction\":null");
    }
  }

  @Test
  void openingAndClosingNeedNoAnswer() {
    for (String verb : new String[] {"open", "close"}) {
      server.on(verb, exchange -> exchange.sendResponseHeaders(200, -1));
    }
    String[] verbs = {"onSessionOpenVerb: open", "onSessionCloseVerb: close"};
    try (var session = session(server.url(), verbs).hold()) {
      assertThat(session.failures()).isEmpty();
      assertThat(server.questions()).hasSize(2);
      assertThat(server.questions().getFirst()).contains("\"Jobs\":{\"default/gpu\":{");
      assertThat(server.questions().getLast()).isEqualTo("{}");
    }
  }

  @Test
  void connectionsAreKeptFromOneSessionToTheNext() {
    server.answering("predicate", "{}");
    try (var session = session(server.url(), PREDICATE).hold().hold()) {
      assertThat(session.binds()).hasSize(2);
      assertThat(server.clientPorts()).hasSizeGreaterThan(4);
      assertThat(server.clientPorts().stream().distinct()).hasSize(1);
    }
  }

  @Test
  void connectionsThatAreLetGoAreOpenedAgainWhenTheyAreNeeded() {
    server.answering("predicate", "{}");
    try (var session = session(server.url(), PREDICATE).hold()) {
      session.letGo();
      session.hold();
      assertThat(session.binds()).hasSize(2);
      assertThat(server.clientPorts().stream().distinct()).hasSize(2);
    }
  }

  @Test
  void aSlowServer() {
    server.on("predicate", _ -> sleep());
    assertCostsItsOwnQuestions(server.url(), "no answer within 300ms");
  }

  @ParameterizedTest
  @CsvSource({"500", "404", "204", "302"})
  void aServerThatSaysThatItFails(int code) {
    server.on("predicate", exchange -> ExtenderServer.answer(exchange, code, ""));
    assertCostsItsOwnQuestions(
        server.url(),
        "failed predicate with extender at URL %s/predicate, code %d"
            .formatted(server.url(), code));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <html>no</html>          | Unexpected character ('<'
          {"status":"no            | Unexpected end-of-input
          "no"                     | (the answer) must be an object
          {"status":1}             | (status) must be a string
          {"status":"","code":1.5} | (code) must be a whole number
          """)
  void aServerThatAnswersSomethingElse(String answer, String wanted) {
    server.answering("predicate", answer);
    assertCostsItsOwnQuestions(server.url(), wanted);
  }

  @Test
  void aServerThatBreaksOff() {
    server.on(
        "predicate",
        exchange -> {
          exchange.sendResponseHeaders(200, 1000);
          exchange.getResponseBody().write("{\"status\":".getBytes(StandardCharsets.US_ASCII));
          exchange.getResponseBody().flush();
        });
    assertCostsItsOwnQuestions(server.url(), "Premature end");
  }

  @ParameterizedTest
  @CsvSource({"0", "20000000"})
  void aServerThatAnswersTooMuch(long announced) {
    server.on(
        "predicate",
        exchange -> {
          exchange.sendResponseHeaders(200, announced);
          exchange.getResponseBody().write("{\"x\":[\"".getBytes(StandardCharsets.US_ASCII));
          byte[] letters = new byte[1 << 16];
          Arrays.fill(letters, (byte) 'x');
          for (int sent = 0; sent < 15_000_000; sent += letters.length) {
            exchange.getResponseBody().write(letters);
          }
        });
    try (var session = session(server.url(), PREDICATE, GPU_ONLY, "httpTimeout: 30s").hold()) {
      assertThat(session.binds()).containsOnlyKeys("plain");
      assertThat(session.failures())
          .hasSize(3)
          .allSatisfy(what -> assertThat(what).contains("larger than 10,485,760 bytes"));
    }
  }

  @Test
  void aServerOfAnUnknownAuthority() throws Exception {
    try (ExtenderServer secure = ExtenderServer.https("server", false)) {
      secure.answering("predicate", "{}");
      assertCostsItsOwnQuestions(secure.url(), "TLS: ");
      assertThat(secure.questions()).isEmpty();
    }
  }

  @Test
  void nobodyThere() throws IOException {
    int port;
    try (var gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = gone.getLocalPort();
    }
    assertCostsItsOwnQuestions("http://127.0.0.1:" + port, "refused");
    assertCostsItsOwnQuestions(
        "nowhere", "Post \"nowhere/predicate\": no address of an HTTP server");
  }

  @Test
  void withoutATimeOutTheSessionWaits() {
    server.on(
        "predicate",
        exchange -> {
          try {
            Thread.sleep(50);
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
          ExtenderServer.answer(exchange, 200, "{}");
        });
    for (String none : new String[] {"httpTimeout: 0s", "httpTimeout: -1s"}) {
      try (var session = session(server.url(), PREDICATE, GPU_ONLY, none).hold()) {
        assertThat(session.failures()).isEmpty();
      }
    }
  }

  @Test
  void recoversWithTheServer() {
    server.on(
        "predicate",
        exchange ->
            ExtenderServer.answer(exchange, server.questions().size() <= 3 ? 500 : 200, "{}"));
    try (var session = session(server.url(), PREDICATE, GPU_ONLY).hold()) {
      assertThat(session.binds()).containsOnlyKeys("plain");
      assertThat(session.hold().binds()).containsOnlyKeys("plain", "gpu");
      assertThat(session.failures()).isEmpty();
    }
  }

  /**
   * Three nodes are three questions about the one pod that is the server's business; the other pod
   * has its node. An ignorable server costs nothing, and its failures are counted all the same.
   */
  private static void assertCostsItsOwnQuestions(String url, String why) {
    try (var session = session(url, PREDICATE, GPU_ONLY, SOON).hold()) {
      assertThat(session.binds()).containsOnlyKeys("plain");
      assertThat(session.failures())
          .hasSize(3)
          .allSatisfy(
              what -> assertThat(what).startsWith("plugin \"extender\" failed: ").contains(why));
    }
    try (var session = session(url, PREDICATE, GPU_ONLY, SOON, "ignorable: true").hold()) {
      assertThat(session.binds()).containsOnlyKeys("plain", "gpu");
      assertThat(session.failures()).hasSize(3);
    }
  }

  private static BatchSession session(String url, String... arguments) {
    var session = new BatchSession(url, arguments);
    for (String name : new String[] {"n1", "n2", "n3"}) {
      session.with(
          node(name)
              .allocatable("cpu", "4")
              .allocatable("gpu.example/a", "4")
              .allocatable("pods", "10")
              .build());
    }
    return session.with(
        podGroup("gpu").minMember(1).build(),
        member("gpu").request("gpu.example/a", "1").build(),
        podGroup("plain").minMember(1).build(),
        member("plain").build());
  }

  private static PodBuilder member(String name) {
    return pod(name)
        .uid("uid-" + name)
        .group(name)
        .schedulerName("volcano")
        .phase(PodPhase.PENDING)
        .request("cpu", "1");
  }

  private void sleep() {
    try {
      over.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
