package io.merapi.remote.extender;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.merapi.remote.http.Pem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** A program on a port of its own, most often an extender, which keeps what it was asked. */
public final class ExtenderServer implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> questions = new CopyOnWriteArrayList<>();
  private final List<Integer> clientPorts = new CopyOnWriteArrayList<>();

  /** Answers one request. */
  public interface Handler {
    void handle(HttpExchange exchange) throws IOException;
  }

  /** Answers one request by its body. */
  public interface QuestionHandler {
    void handle(String question, HttpExchange exchange) throws IOException;
  }

  private ExtenderServer(HttpServer server) {
    this.server = server;
    server.setExecutor(threads);
    server.start();
  }

  public static ExtenderServer http() {
    try {
      return new ExtenderServer(HttpServer.create(anyPort(), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Speaks TLS.
   *
   * @param name of the files with its certificate and key
   * @param asksWhoCalls whether clients must say who they are
   */
  public static ExtenderServer https(String name, boolean asksWhoCalls)
      throws IOException, GeneralSecurityException {
    SSLContext context = context(name);
    var server = HttpsServer.create(anyPort(), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters wanted = context.getDefaultSSLParameters();
            wanted.setNeedClientAuth(asksWhoCalls);
            parameters.setSSLParameters(wanted);
          }
        });
    return new ExtenderServer(server);
  }

  private static SSLContext context(String name) throws IOException, GeneralSecurityException {
    Pem.Identity identity =
        Pem.identity(
            TlsFiles.text(name + "-key.pem"), Pem.certificates(TlsFiles.text(name + ".pem")));
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    char[] password = {};
    store.setKeyEntry(
        "server",
        identity.key(),
        password,
        identity.certificates().toArray(X509Certificate[]::new));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    KeyStore authorities = KeyStore.getInstance("PKCS12");
    authorities.load(null, null);
    authorities.setCertificateEntry(
        "authority", Pem.certificates(TlsFiles.text("authority.pem")).getFirst());
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authorities);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** Says how a verb is answered. */
  public ExtenderServer on(String verb, Handler handler) {
    return on(verb, (_, exchange) -> handler.handle(exchange));
  }

  /** The same by what is asked. */
  public ExtenderServer on(String verb, QuestionHandler handler) {
    server.createContext(
        "/scheduler/" + verb,
        exchange -> {
          String question =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          questions.add(question);
          clientPorts.add(exchange.getRemoteAddress().getPort());
          try (exchange) {
            handler.handle(question, exchange);
          }
        });
    return this;
  }

  public ExtenderServer answering(String verb, String answer) {
    return on(verb, exchange -> answer(exchange, 200, answer));
  }

  ExtenderServer answering(String verb, UnaryOperator<String> answer) {
    return on(verb, exchange -> answer(exchange, 200, answer.apply(questions.getLast())));
  }

  public static void answer(HttpExchange exchange, int code, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url() {
    String scheme = server instanceof HttpsServer ? "https" : "http";
    return "%s://localhost:%d/scheduler".formatted(scheme, port());
  }

  String question() {
    return questions.getLast();
  }

  public List<String> questions() {
    return questions;
  }

  /** By request, the port from which it came: requests of one connection have the same. */
  List<Integer> clientPorts() {
    return clientPorts;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
