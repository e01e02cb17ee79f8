package io.merapi.cluster.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.cluster.ScriptedServer;
import io.merapi.cluster.http.ApiClient;
import io.merapi.testkit.SelfSigned;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Asks a guarded server; the API server behind it knows one token and one permission. */
class ClusterGuardTest {

  private static final SelfSigned CLIENT = SelfSigned.create();
  private static final String ALICE = "Bearer alices-token";

  private final Endpoints endpoints = new Endpoints();
  private final Pages pages =
      new Pages()
          .mount("/metrics", _ -> PageAnswer.text("metrics"))
          .mount("/healthz", _ -> PageAnswer.text("ok"));
  private volatile boolean away;
  private volatile boolean aliceMay = true;
  private ScriptedServer cluster;
  private ApiClient api;

  @BeforeEach
  void begin() throws IOException {
    cluster =
        ScriptedServer.plain((request, reply) -> {
          if (away) {
            reply.answer(500, "", "away");
          } else if (request.path().endsWith("/tokenreviews")) {
            boolean known = request.body().contains("alices-token");
            reply.json(
                201,
                known
                    ? "{\"status\":{\"authenticated\":true,\"user\":{\"username\":\"alice\","
                        + "\"uid\":\"7\",\"groups\":[\"dev\"],\"extra\":{\"k\":[\"v\"]}}}}"
                    : "{\"status\":{\"authenticated\":false,\"error\":\"unknown\"}}");
          } else {
            boolean allowed =
                aliceMay
                    && (request.body().contains("\"user\":\"alice\"")
                        || request.body().contains("\"user\":\"localhost\""));
            reply.json(201, "{\"status\":{\"allowed\":%s}}".formatted(allowed));
          }
        });
    api = new ApiClient(cluster.asApiServer());
  }

  @AfterEach
  void end() throws IOException {
    endpoints.close();
    api.close();
    cluster.close();
  }

  @Test
  void letsInWhomTheClusterKnowsAndLets() throws Exception {
    URI at = open(AccessSettings.DEFAULTS);

    assertThat(ask(at, "/metrics", ALICE).body()).isEqualTo("metrics");

    String review = cluster.received().getLast().body();
    assertThat(cluster.received().getLast().path())
        .isEqualTo("/apis/authorization.k8s.io/v1/subjectaccessreviews");
    assertThat(review)
        .contains("\"user\":\"alice\"", "\"uid\":\"7\"", "\"k\":[\"v\"]")
        .contains("\"groups\":[\"dev\",\"system:authenticated\"]")
        .contains("\"path\":\"/metrics\"", "\"verb\":\"get\"");
  }

  @Test
  void answersAnUnknownTokenAsAnApiServerDoes() throws Exception {
    HttpResponse<String> answer =
        ask(open(AccessSettings.DEFAULTS), "/metrics", "Bearer somebodys");

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body())
        .contains("\"kind\":\"Status\"", "\"reason\":\"Unauthorized\"", "\"code\":401");
  }

  @Test
  void answersThoseWhoMayNotAsAnApiServerDoes() throws Exception {
    HttpResponse<String> answer = ask(open(AccessSettings.DEFAULTS), "/metrics");

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body())
        .contains(
            "forbidden: User \\\"system:anonymous\\\" cannot get path \\\"/metrics\\\"",
            "\"reason\":\"Forbidden\"");
  }

  @Test
  void healthIsForEverybodyAlsoWhileTheApiServerIsAway() throws Exception {
    away = true;
    URI at = open(AccessSettings.DEFAULTS);

    assertThat(ask(at, "/healthz").body()).isEqualTo("ok");
    assertThat(ask(at, "/metrics").statusCode()).isEqualTo(500);
    assertThat(ask(at, "/metrics", ALICE).statusCode()).isEqualTo(401);
  }

  @Test
  void remembersAnswersForAWhile() throws Exception {
    URI at = open(AccessSettings.DEFAULTS);
    for (int i = 0; i < 5; i++) {
      assertThat(ask(at, "/metrics", ALICE).statusCode()).isEqualTo(200);
    }
    assertThat(cluster.received()).hasSize(2);
  }

  @Test
  void forgetsThemWhereItIsToldTo() throws Exception {
    Duration none = Duration.ZERO;
    URI at = open(new AccessSettings("", none, none, none, List.of()));
    assertThat(ask(at, "/metrics", ALICE).statusCode()).isEqualTo(200);
    aliceMay = false;
    assertThat(ask(at, "/metrics", ALICE).statusCode()).isEqualTo(403);
    assertThat(ask(at, "/healthz").statusCode()).isEqualTo(403);
  }

  @Test
  void knowsClientsByACertificateThatAnAuthorityVouchesFor() throws Exception {
    AccessSettings usual = AccessSettings.DEFAULTS;
    URI at =
        open(
            new AccessSettings(
                CLIENT.certificatePem(),
                usual.tokenLife(),
                usual.allowedLife(),
                usual.deniedLife(),
                usual.openPaths()));

    try (Client known = Client.showing(CLIENT.keyManagers());
        Client stranger = Client.showing(SelfSigned.create().keyManagers())) {
      assertThat(known.get(at.resolve("/metrics")).body()).isEqualTo("metrics");
      assertThat(stranger.get(at.resolve("/metrics")).statusCode()).isEqualTo(401);
    }
    assertThat(ask(at, "/metrics").statusCode()).isEqualTo(403);
  }

  private URI open(AccessSettings settings) throws EndpointException {
    EndpointServer server =
        endpoints.guarded(
            new ListenAddress("127.0.0.1", 0),
            ServerTls.selfSigned("localhost", ""),
            pages,
            settings,
            api,
            api);
    return URI.create("https://127.0.0.1:" + server.address().getPort());
  }

  private static HttpResponse<String> ask(URI at, String path, String... token) throws Exception {
    try (Client client = Client.anonymous()) {
      return token.length == 0
          ? client.get(at.resolve(path))
          : client.get(at.resolve(path), "Authorization", token[0]);
    }
  }
}
