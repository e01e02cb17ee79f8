package io.merapi.cluster.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Offers pages at one address until it is closed; every request has a virtual thread. */
public final class EndpointServer implements AutoCloseable {

  private static final int NOT_FOUND = 404;
  private static final int WRONG_METHOD = 405;
  private static final int BROKEN = 500;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private EndpointServer(HttpServer server) {
    this.server = server;
  }

  /**
   * Starts to serve.
   *
   * @param tls absent for plain text
   * @throws EndpointException if the address cannot be had
   */
  static EndpointServer start(
      ListenAddress address, @Nullable ServerTls tls, Pages pages, Guard guard)
      throws EndpointException {
    HttpServer server;
    try {
      if (tls == null) {
        server = HttpServer.create(address.socket(), 0);
      } else {
        HttpsServer secure = HttpsServer.create(address.socket(), 0);
        secure.setHttpsConfigurator(tls.configurator());
        server = secure;
      }
    } catch (IOException e) {
      throw new EndpointException(
          "cannot listen at %s: %s; is another program there, or another replica?"
              .formatted(address, e.getMessage()));
    }
    var serving = new EndpointServer(server);
    server.setExecutor(serving.threads);
    server.createContext("/", exchange -> serving.handle(exchange, pages, guard));
    server.start();
    return serving;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange, Pages pages, Guard guard) {
    try (exchange) {
      PageAnswer answer = answer(exchange, pages, guard);
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      var headers = exchange.getResponseHeaders();
      headers.set("Content-Type", answer.contentType());
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Cache-Control", "no-cache, private");
      boolean bodiless = exchange.getRequestMethod().equals("HEAD") || body.length == 0;
      exchange.sendResponseHeaders(answer.code(), bodiless ? -1 : body.length);
      if (!bodiless) {
        try (OutputStream out = exchange.getResponseBody()) {
          out.write(body);
        }
      }
    } catch (IOException _) {
      // Whoever asked is gone.
    }
  }

  private static PageAnswer answer(HttpExchange exchange, Pages pages, Guard guard) {
    try {
      PageAnswer refusal = guard.refusal(exchange);
      if (refusal != null) {
        return refusal;
      }
      String path = exchange.getRequestURI().getPath();
      Page page = pages.find(path);
      if (page == null) {
        return path.equals("/") ? index(pages) : PageAnswer.error(NOT_FOUND, "404 page not found");
      }
      return page.answer(
          new PageRequest(
              exchange.getRequestMethod(),
              path,
              query(exchange.getRequestURI().getRawQuery()),
              Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Accept"), "")));
    } catch (IOException | RuntimeException e) {
      return PageAnswer.error(BROKEN, "internal error: " + e.getMessage());
    }
  }

  /** The answer to a method that a page has no use for. */
  public static PageAnswer wrongMethod() {
    return PageAnswer.error(WRONG_METHOD, "method not allowed");
  }

  private static PageAnswer index(Pages pages) {
    return PageAnswer.text(String.join("\n", pages.paths()) + "\n");
  }

  private static Map<String, List<String>> query(@Nullable String raw) {
    var parameters = new LinkedHashMap<String, List<String>>();
    for (String part : raw == null || raw.isEmpty() ? new String[0] : raw.split("&")) {
      int equals = part.indexOf('=');
      String name = decoded(equals < 0 ? part : part.substring(0, equals));
      String value = equals < 0 ? "" : decoded(part.substring(equals + 1));
      parameters.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }
    return parameters;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** Stops at once. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
