package io.merapi.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.http.Credentials;
import io.merapi.testkit.SelfSigned;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Stands before an API server, reads what passes, and treats some of it badly, as a server that is
 * too busy, a broken one, or something on the way to it does.
 */
final class FaultyProxy implements AutoCloseable {

  private static final List<String> HEADERS = List.of("Authorization", "Content-Type", "Accept");

  /** Long enough for a scheduler to have done many things meanwhile. */
  private static final Duration LATE = Duration.ofMillis(300);

  /**
   * A request.
   *
   * @param path with its query
   */
  record Call(String method, String path) {

    boolean isBinding() {
      return path.endsWith("/binding");
    }

    boolean isWatch() {
      return path.contains("watch=");
    }
  }

  /** What happens to a request. */
  sealed interface Treatment {

    Treatment PASS = new Pass();

    /** It reaches the server, and the answer comes back. */
    record Pass() implements Treatment {}

    /** It is answered in the server's place; {@code retryAfter} in seconds, zero for none. */
    record Refuse(int code, int retryAfter) implements Treatment {}

    /** The server does it, and the answer does not come back. */
    record LoseAnswer() implements Treatment {}

    /** It reaches the server when the latch opens. */
    record HoldRequest(CountDownLatch until) implements Treatment {}

    /** The server does it, and the answer comes back when the latch opens. */
    record HoldAnswer(CountDownLatch until) implements Treatment {}

    /** Whatever the server says comes back late. */
    record Delay() implements Treatment {}
  }

  /** Decides about each request; called by many threads. */
  interface Rule {
    Treatment treat(Call call);
  }

  private final SelfSigned identity = SelfSigned.create();
  private final URI target;
  private final String token;
  private final HttpClient client;
  private final HttpsServer server;
  private volatile Rule rule = _ -> Treatment.PASS;

  FaultyProxy(RealCluster cluster) throws IOException {
    this.target = cluster.plane().address();
    this.token = cluster.plane().token();
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(cluster.plane().tls())
            .build();
    this.server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setHttpsConfigurator(new HttpsConfigurator(identity.server()));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  /** From now on, requests are treated so. */
  void treat(Rule rule) {
    this.rule = rule;
  }

  /** How a scheduler reaches the server through this. */
  ApiServer server() {
    return ApiServer.secured(
        URI.create("https://127.0.0.1:" + server.getAddress().getPort()),
        identity.client(),
        Credentials.fixed(token));
  }

  @Override
  public void close() {
    server.stop(0);
    client.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    // Closing it without an answer cuts the connection.
    try (exchange) {
      var call = new Call(exchange.getRequestMethod(), exchange.getRequestURI().toString());
      byte[] body = exchange.getRequestBody().readAllBytes();
      Treatment treatment = rule.treat(call);
      if (treatment instanceof Treatment.Refuse(var code, var retryAfter)) {
        refuse(exchange, code, retryAfter);
        return;
      }
      if (treatment instanceof Treatment.HoldRequest(var until)) {
        await(until);
      }
      HttpResponse<InputStream> answer = forward(exchange, call, body);
      if (treatment instanceof Treatment.HoldAnswer(var until)) {
        await(until);
      }
      try (InputStream in = answer.body()) {
        if (treatment instanceof Treatment.LoseAnswer) {
          in.readAllBytes();
        } else {
          handBack(exchange, answer, in, treatment instanceof Treatment.Delay);
        }
      }
    }
  }

  private HttpResponse<InputStream> forward(HttpExchange exchange, Call call, byte[] body)
      throws IOException {
    var request = HttpRequest.newBuilder(target.resolve(call.path()));
    request.method(call.method(), HttpRequest.BodyPublishers.ofByteArray(body));
    for (String name : HEADERS) {
      @Nullable String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        request.header(name, value);
      }
    }
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void handBack(
      HttpExchange exchange, HttpResponse<InputStream> answer, InputStream in, boolean late)
      throws IOException {
    for (String name : List.of("Content-Type", "Retry-After")) {
      answer
          .headers()
          .firstValue(name)
          .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
    }
    exchange.sendResponseHeaders(answer.statusCode(), 0);
    if (late) {
      copyLate(in, exchange.getResponseBody());
    } else {
      copy(in, exchange.getResponseBody());
    }
  }

  private static void copy(InputStream in, OutputStream out) throws IOException {
    byte[] buffer = new byte[8192];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      out.write(buffer, 0, read);
      out.flush();
    }
  }

  /** Part of an answer; an empty one is its end. */
  private record Part(ByteBuffer content, long since) {}

  private static void copyLate(InputStream in, OutputStream out) throws IOException {
    var parts = new LinkedBlockingQueue<Part>();
    Thread.ofVirtual().start(() -> read(in, parts));
    try {
      for (Part part = parts.take(); part.content.hasRemaining(); part = parts.take()) {
        Thread.sleep(LATE.minusNanos(System.nanoTime() - part.since));
        var bytes = new byte[part.content.remaining()];
        part.content.get(bytes);
        out.write(bytes);
        out.flush();
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void read(InputStream in, Queue<Part> parts) {
    byte[] buffer = new byte[8192];
    try {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        parts.add(new Part(ByteBuffer.wrap(Arrays.copyOf(buffer, read)), System.nanoTime()));
      }
    } catch (IOException _) {
      // Cut, which ends it too.
    }
    parts.add(new Part(ByteBuffer.allocate(0), System.nanoTime()));
  }

  private static void refuse(HttpExchange exchange, int code, int retryAfter) throws IOException {
    if (retryAfter > 0) {
      exchange.getResponseHeaders().set("Retry-After", "" + retryAfter);
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    byte[] status =
        """
        {"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": %d,
         "message": "refused on the way"}
        """
            .formatted(code)
            .getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, status.length);
    exchange.getResponseBody().write(status);
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
