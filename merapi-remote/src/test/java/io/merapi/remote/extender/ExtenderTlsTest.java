package io.merapi.remote.extender;

import static io.merapi.remote.extender.ExtenderBuilder.at;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsExchange;
import io.merapi.api.pod.Pod;
import io.merapi.kube.configuration.Extender.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.ExtendedSSLSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ExtenderTlsTest {

  private static final Pod POD = pod("web").build();
  private static final String NO_KEY = "";

  private final ExtenderCluster cluster = new ExtenderCluster(node("a").build());

  @Test
  void trustsTheAuthorityThatItIsGiven() throws Exception {
    try (ExtenderServer server = server("server")) {
      assertThat(asked(at(server.url()).tls(authority(TlsFiles.base64("authority.pem")))))
          .containsExactly("a");
      assertThat(asked(at(server.url()).tls(authorityFile(TlsFiles.path("authority.pem")))))
          .containsExactly("a");
    }
  }

  @Test
  void doesNotTrustWhomItsAuthorityDoesNotKnow() throws Exception {
    try (ExtenderServer server = server("server")) {
      Tls other = authority(TlsFiles.base64("other-authority.pem"));

      assertThatThrownBy(() -> asked(at(server.url()).tls(other)))
          .hasMessageStartingWith("Post \"%s/filter\": TLS: ".formatted(server.url()))
          .hasMessageContaining("valid certification path");
      assertThatThrownBy(() -> asked(at(server.url())))
          .hasMessageContaining("valid certification path");
      assertThat(server.questions()).isEmpty();
    }
  }

  @Test
  void trustsAnybodyWhereItIsTold() throws Exception {
    try (ExtenderServer server = server("named-server")) {
      assertThat(asked(at(server.url()).enableHttps())).containsExactly("a");
      assertThat(asked(at(server.url()).tls(new Tls(true, "", "", "", "", "", "", ""))))
          .containsExactly("a");
    }
  }

  @Test
  void anAuthorityMakesEnableHttpsSafe() throws Exception {
    try (ExtenderServer server = server("server")) {
      Tls other = authority(TlsFiles.base64("other-authority.pem"));

      assertThatThrownBy(() -> asked(at(server.url()).enableHttps().tls(other)))
          .hasMessageContaining("valid certification path");
    }
  }

  @Test
  void theServerMustHaveTheNameOfItsAddressOrTheOneThatIsGiven() throws Exception {
    try (ExtenderServer server = server("named-server")) {
      String authority = TlsFiles.base64("authority.pem");

      assertThatThrownBy(() -> asked(at(server.url()).tls(authority(authority))))
          .hasMessageContaining("localhost");
      assertThat(
              asked(
                  at(server.url())
                      .tls(new Tls(false, "extender.test", "", "", "", "", NO_KEY, authority))))
          .containsExactly("a");
    }
  }

  @Test
  void asksForTheServerByTheNameThatIsGiven() throws Exception {
    var names = new CopyOnWriteArrayList<String>();
    try (ExtenderServer server = ExtenderServer.https("named-server", false)) {
      server.on(
          "filter",
          exchange -> {
            var session = (ExtendedSSLSession) ((HttpsExchange) exchange).getSSLSession();
            session.getRequestedServerNames().forEach(name -> names.add(name.toString()));
            ExtenderServer.answer(exchange, 200, "{}");
          });

      asked(
          at(server.url())
              .tls(
                  new Tls(
                      false,
                      "extender.test",
                      "",
                      "",
                      "",
                      "",
                      NO_KEY,
                      TlsFiles.base64("authority.pem"))));
    }

    assertThat(names).singleElement().asString().contains("extender.test");
  }

  /** Keys of two older forms; the servers of these tests have keys of the newer one. */
  @ParameterizedTest
  @ValueSource(strings = {"ec-client", "rsa-client"})
  void saysWhoItIs(String client) throws Exception {
    var callers = new CopyOnWriteArrayList<String>();
    try (ExtenderServer server = ExtenderServer.https("server", true)) {
      server.on(
          "filter",
          exchange -> {
            callers.add(((HttpsExchange) exchange).getSSLSession().getPeerPrincipal().getName());
            ExtenderServer.answer(exchange, 200, "{}");
          });
      String authority = TlsFiles.base64("authority.pem");

      asked(
          at(server.url())
              .tls(
                  new Tls(
                      false,
                      "",
                      TlsFiles.path(client + ".pem"),
                      TlsFiles.path(client + "-key.pem"),
                      "",
                      "",
                      NO_KEY,
                      authority)));

      assertThat(callers).containsExactly("CN=" + client);
      assertThatThrownBy(() -> asked(at(server.url()).tls(authority(authority))))
          .hasMessageStartingWith("Post \"%s/filter\": ".formatted(server.url()));
    }
  }

  @Test
  void dataComeBeforeFiles() throws Exception {
    try (ExtenderServer server = server("server")) {
      String data = TlsFiles.base64("authority.pem");

      assertThat(asked(at(server.url()).tls(new Tls(false, "", "", "", "/none", "", NO_KEY, data))))
          .containsExactly("a");
    }
  }

  @Test
  void aServerThatSpeaksNoTlsIsAFailure() throws Exception {
    try (var plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.startVirtualThread(() -> {
        try (Socket client = plain.accept()) {
          client.getInputStream().read(new byte[16]);
          client
              .getOutputStream()
              .write("HTTP/1.0 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException _) {
          // The test is over.
        }
      });
      String url = "https://localhost:" + plain.getLocalPort();

      assertThatThrownBy(() -> asked(at(url).enableHttps()))
          .hasMessageStartingWith("Post \"%s/filter\": TLS: ".formatted(url));
    }
  }

  @Test
  void enableHttpsAloneDoesNotMakeAPlainAddressSecure() throws Exception {
    try (ExtenderServer server = ExtenderServer.http().answering("filter", "{}")) {
      assertThat(asked(at(server.url()).enableHttps())).isEmpty();
    }
  }

  @Test
  void saysWhichFileIsMissingOrBroken(@TempDir Path directory) throws Exception {
    Path rubbish = Files.writeString(directory.resolve("rubbish.pem"), "rubbish");
    String missing = directory.resolve("missing.pem").toString();
    String certificate = TlsFiles.path("ec-client.pem");

    assertThat(refusal(authorityFile(missing)))
        .isEqualTo("extender (https://x): tlsConfig.caFile (%s) does not exist".formatted(missing));
    assertThat(refusal(authorityFile(directory.toString())))
        .startsWith(
            "extender (https://x): tlsConfig.caFile (%s) cannot be read".formatted(directory));
    assertThat(refusal(authorityFile(rubbish.toString())))
        .isEqualTo(
            "extender (https://x): tlsConfig.caFile (%s) is no certificate: no certificate in PEM"
                    .formatted(rubbish)
                + " form in it");
    assertThat(refusal(identity(missing, rubbish.toString())))
        .contains("tlsConfig.certFile (%s) does not exist".formatted(missing));
    assertThat(refusal(identity(certificate, missing)))
        .contains("tlsConfig.keyFile (%s) does not exist".formatted(missing));
    assertThat(refusal(identity(certificate, rubbish.toString())))
        .contains("tlsConfig.keyFile (%s) is no key to use: no private key".formatted(rubbish));
  }

  @Test
  void aKeyMustBelongToItsCertificate() {
    String certificate = TlsFiles.path("ec-client.pem");

    assertThat(refusal(identity(certificate, TlsFiles.path("server-key.pem"))))
        .contains("is no key to use: the private key does not belong to the certificate");
    assertThat(refusal(identity(certificate, TlsFiles.path("rsa-client-key.pem"))))
        .contains("tlsConfig.keyFile", "is no key to use");
  }

  @Test
  void doesNotShowKeysThatItCannotRead() {
    String data =
        Base64.getEncoder().encodeToString("my secret".getBytes(StandardCharsets.US_ASCII));

    assertThat(refusal(new Tls(false, "", TlsFiles.path("ec-client.pem"), "", "", "", data, "")))
        .isEqualTo(
            "extender (https://x): tlsConfig.keyData is no key to use: no private key in PEM form,"
                + " or only an encrypted one, in it");
  }

  @Test
  void aServerNameMustBeOne() {
    assertThat(refusal(new Tls(false, "not a name", "", "", "", "", NO_KEY, "")))
        .startsWith("extender (https://x): tlsConfig.serverName (not a name) cannot be");
  }

  private List<String> asked(ExtenderBuilder extender) throws Exception {
    try (HttpExtender built = extender.nodeCacheCapable().build()) {
      return built.filter(POD, cluster.nodes()).feasible();
    }
  }

  private static String refusal(Tls tls) {
    try {
      at("https://x").tls(tls).build();
      return "accepted";
    } catch (ExtenderSetupException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static ExtenderServer server(String name) throws Exception {
    return ExtenderServer.https(name, false).answering("filter", "{\"NodeNames\":[\"a\"]}");
  }

  private static Tls authority(String data) {
    return new Tls(false, "", "", "", "", "", NO_KEY, data);
  }

  private static Tls authorityFile(String path) {
    return new Tls(false, "", "", "", path, "", NO_KEY, "");
  }

  private static Tls identity(String certificate, String key) {
    return new Tls(false, "", certificate, key, "", "", NO_KEY, "");
  }
}
