package io.merapi.cluster.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointServerTest {

  private static final ListenAddress ANY_PORT = new ListenAddress("127.0.0.1", 0);

  private final Endpoints endpoints = new Endpoints();
  private final Pages pages =
      new Pages()
          .mount("/page", request -> PageAnswer.text(request.method() + " " + request.query()))
          .mount("/below/", request -> PageAnswer.text("below: " + request.path()))
          .mount(
              "/broken",
              _ -> {
                throw new IOException("no paper");
              });
  private final Client client;

  EndpointServerTest() throws Exception {
    this.client = Client.anonymous();
  }

  @AfterEach
  void end() {
    endpoints.close();
    client.close();
  }

  @Test
  void answersWithThePageOfThePath() throws Exception {
    URI at = open();

    HttpResponse<String> answer = client.get(at.resolve("/page?a=1&a=2&b"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("GET {a=[1, 2], b=[]}");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
  }

  @Test
  void aPathWithASlashTakesEverythingBelow() throws Exception {
    URI at = open();

    assertThat(client.get(at.resolve("/below/a/b")).body()).isEqualTo("below: /below/a/b");
    assertThat(client.get(at.resolve("/other")).statusCode()).isEqualTo(404);
    assertThat(client.get(at.resolve("/")).body()).isEqualTo("/below/\n/broken\n/page\n");
  }

  @Test
  void pagesMayBeMountedWhileItServes() throws Exception {
    URI at = open();
    pages.mount("/debug/books", _ -> PageAnswer.json("{}"));

    assertThat(client.get(at.resolve("/debug/books")).body()).isEqualTo("{}");
  }

  @Test
  void aPageThatThrowsCostsItselfAlone() throws Exception {
    URI at = open();

    assertThat(client.get(at.resolve("/broken")).statusCode()).isEqualTo(500);
    assertThat(client.get(at.resolve("/page")).statusCode()).isEqualTo(200);
  }

  @Test
  void servesByTlsWithACertificateOfItsOwnMaking() throws Exception {
    EndpointServer server =
        endpoints.open(ANY_PORT, ServerTls.selfSigned("host-7", "VersionTLS13"), pages);

    HttpResponse<String> answer =
        client.get(URI.create("https://127.0.0.1:%d/page".formatted(server.address().getPort())));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.sslSession())
        .hasValueSatisfying(session -> {
          assertThat(session.getProtocol()).isEqualTo("TLSv1.3");
          assertThat(session.getLocalCertificates()).isNull();
        });
  }

  @Test
  void aPortThatIsTakenIsToldInOneLine() throws Exception {
    EndpointServer first = endpoints.open(ANY_PORT, null, pages);
    var taken = new ListenAddress("127.0.0.1", first.address().getPort());

    assertThatThrownBy(() -> endpoints.open(taken, null, pages))
        .isInstanceOf(EndpointException.class)
        .hasMessageStartingWith("cannot listen at 127.0.0.1:")
        .hasMessageContaining("another replica");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8080", "host", ":99999", ":x", ""})
  void anAddressThatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> ListenAddress.parse("--listen-address", text))
        .hasMessage(
            "--listen-address (%s) must be HOST:PORT, such as :8080 or 127.0.0.1:8080"
                .formatted(text));
  }

  @Test
  void onlyLoopbackIsLoopback() throws EndpointException {
    assertThat(ListenAddress.parse("o", "127.0.0.1:1").isLoopback()).isTrue();
    assertThat(ListenAddress.parse("o", "localhost:1").isLoopback()).isTrue();
    assertThat(ListenAddress.parse("o", "[::1]:1").isLoopback()).isTrue();
    for (String text : List.of(":1", "0.0.0.0:1", "[::]:1", "10.0.0.1:1")) {
      assertThat(ListenAddress.parse("o", text).isLoopback()).as(text).isFalse();
    }
  }

  private URI open() throws EndpointException {
    int port = endpoints.open(ANY_PORT, null, pages).address().getPort();
    return URI.create("http://127.0.0.1:" + port);
  }
}
