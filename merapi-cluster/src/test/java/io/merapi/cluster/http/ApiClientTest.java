package io.merapi.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.merapi.cluster.ScriptedServer;
import io.merapi.testkit.SelfSigned;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ApiClientTest {

  private static final SelfSigned IDENTITY = SelfSigned.create();

  @Test
  void sendsRequestsOverOneKeptConnection() throws IOException {
    try (var server =
            ScriptedServer.secured(IDENTITY, (request, reply) -> reply.json(200, request.body()));
        var client = new ApiClient(server.asApiServer())) {
      for (int i = 0; i < 3; i++) {
        ApiAnswer answer = client.send(ApiRequest.post("/api/v1/things", "{\"a\": \"ü\"}"));
        assertThat(answer).isEqualTo(new ApiAnswer(200, "{\"a\": \"ü\"}"));
      }
      assertThat(server.connections()).isEqualTo(1);
      var request = server.received().getFirst();
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.path()).isEqualTo("/api/v1/things");
      assertThat(request.headers())
          .containsEntry("authorization", "Bearer secret")
          .containsEntry("content-type", "application/json")
          .containsEntry("host", server.address().getAuthority())
          .containsEntry("content-length", "11");
    }
  }

  @Test
  void opensAnotherConnectionWhereTheServerHasClosedTheKeptOne() throws IOException {
    try (var server = ScriptedServer.plain((_, reply) -> reply.json(200, "{}"));
        var client = new ApiClient(server.asApiServer())) {
      client.send(ApiRequest.get("/a"));
      server.dropConnections();
      assertThat(client.send(ApiRequest.get("/b")).code()).isEqualTo(200);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void keepsNoConnectionThatTheServerWantsToClose() throws IOException {
    try (var server =
            ScriptedServer.plain((_, reply) -> reply.answer(200, "Connection: close\r\n", "{}"));
        var client = new ApiClient(server.asApiServer())) {
      client.send(ApiRequest.get("/a"));
      client.send(ApiRequest.get("/b"));
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void passesOverInterimAnswers() throws IOException {
    try (var server =
            ScriptedServer.plain((_, reply) -> {
              reply.raw("HTTP/1.1 100 Continue\r\n\r\n");
              reply.raw("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n");
              reply.json(201, "{}");
            });
        var client = new ApiClient(server.asApiServer())) {
      assertThat(client.send(ApiRequest.get("/")).code()).isEqualTo(201);
    }
  }

  @Test
  void takesNoCutAnswerForAWholeOne() throws IOException {
    try (var server =
            ScriptedServer.plain((request, reply) -> {
              if (request.path().equals("/length")) {
                reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":");
              } else {
                reply.startStream();
                reply.raw("ff\r\n{\"a\":");
              }
              reply.close();
            });
        var client = new ApiClient(server.asApiServer())) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> client.send(ApiRequest.get("/length")));
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> client.send(ApiRequest.get("/chunks")));
      assertThat(server.received()).as("each is sent once").hasSize(2);
    }
  }

  @Test
  void refusesWhatIsNotHttp() throws IOException {
    try (var server =
            ScriptedServer.plain((_, reply) -> {
              reply.raw("SSH-2.0-OpenSSH\r\n\r\n");
              reply.close();
            });
        var client = new ApiClient(server.asApiServer())) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> client.send(ApiRequest.get("/")));
    }
  }

  @Test
  void asksAgainWhenABusyServerSaysWhen() throws IOException {
    var calls = new AtomicInteger();
    try (var server =
            ScriptedServer.plain((_, reply) -> {
              if (calls.incrementAndGet() < 3) {
                reply.answer(429, "Retry-After: 0\r\n", "{}");
              } else {
                reply.json(200, "{}");
              }
            });
        var client = new ApiClient(server.asApiServer())) {
      assertThat(client.send(ApiRequest.get("/")).code()).isEqualTo(200);
      assertThat(calls).hasValue(3);
    }
  }

  @Test
  void asksAgainWithANewTokenWhereTheOldOneIsRefused() throws IOException {
    var credentials =
        new Credentials() {
          private volatile @Nullable String token = "old";

          @Override
          public @Nullable String token() {
            return token;
          }

          @Override
          public boolean renew(@Nullable String refused) {
            token = "new";
            return true;
          }
        };
    try (var server =
            ScriptedServer.plain((request, reply) -> {
              boolean known = "Bearer new".equals(request.headers().get("authorization"));
              reply.json(known ? 200 : 401, "{}");
            });
        var client = new ApiClient(new ApiServer(server.address(), null, "", false, credentials))) {
      assertThat(client.send(ApiRequest.get("/")).code()).isEqualTo(200);
    }
  }

  @Test
  void trustsNoCertificateOfSomebodyElse() throws IOException {
    SelfSigned other = SelfSigned.create();
    try (var server = ScriptedServer.secured(other, (_, reply) -> reply.json(200, "{}"));
        var client =
            new ApiClient(
                ApiServer.secured(server.address(), IDENTITY.client(), Credentials.NONE))) {
      assertThatExceptionOfType(SSLException.class)
          .isThrownBy(() -> client.send(ApiRequest.get("/")));
      assertThat(server.received()).isEmpty();
    }
  }

  @Test
  void trustsNoCertificateOfAnotherName() throws IOException {
    try (var server = ScriptedServer.secured(IDENTITY, (_, reply) -> reply.json(200, "{}"))) {
      var misnamed =
          new ApiServer(
              server.address(), IDENTITY.client(), "elsewhere.example", true, Credentials.NONE);
      try (var client = new ApiClient(misnamed)) {
        assertThatExceptionOfType(SSLException.class)
            .isThrownBy(() -> client.send(ApiRequest.get("/")));
      }
    }
  }

  @Test
  void putsTheServersOwnPathBeforeEveryPath() throws IOException {
    try (var server = ScriptedServer.plain((_, reply) -> reply.json(200, "{}"))) {
      URI behind = URI.create(server.address() + "/k8s/clusters/one/");
      try (var client = new ApiClient(ApiServer.plain(behind))) {
        client.send(ApiRequest.get("/api/v1/pods"));
        assertThat(server.received().getFirst().path()).isEqualTo("/k8s/clusters/one/api/v1/pods");
      }
    }
  }

  @Test
  void closingEndsARequestThatWaits() throws Exception {
    var asked = new CountDownLatch(1);
    try (var server =
        ScriptedServer.plain((_, _) -> {
          asked.countDown();
          hang();
        })) {
      var client = new ApiClient(server.asApiServer());
      var answer =
          CompletableFuture.supplyAsync(() -> {
            try {
              return client.send(ApiRequest.get("/"));
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          });
      asked.await();
      client.close();
      assertThatExceptionOfType(ExecutionException.class).isThrownBy(answer::get);
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> client.send(ApiRequest.get("/")));
    }
  }

  @Test
  void givesUpOnAStreamThatIsSilentForTooLong() throws IOException {
    try (var server =
            ScriptedServer.plain((_, reply) -> {
              reply.startStream();
              hang();
            });
        var client = new ApiClient(server.asApiServer());
        ApiStream stream = client.stream(ApiRequest.get("/"), Duration.ofMillis(50))) {
      assertThatExceptionOfType(IOException.class).isThrownBy(() -> stream.body().read());
    }
  }

  private static void hang() throws IOException {
    try {
      Thread.sleep(Duration.ofMinutes(1));
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
