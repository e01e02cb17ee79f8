package io.merapi.e2e;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Asks schedulers what they say of themselves. */
final class EndpointClient implements AutoCloseable {

  private final HttpClient client = trusting();

  /** What a page says while all is well; null while it is not, or nobody listens. */
  @Nullable String okay(URI at, String path) {
    try {
      HttpResponse<String> answer = get(at, path);
      return answer.statusCode() == 200 ? answer.body() : null;
    } catch (IOException _) {
      // It does not listen yet.
      return null;
    }
  }

  /** The metrics, once a line is among them. */
  @Nullable String shown(URI at, String line) {
    String metrics = okay(at, "/metrics");
    return metrics != null && metrics.contains(line) ? metrics : null;
  }

  HttpResponse<String> get(URI at, String path, String... token) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(at.resolve(path));
    for (String one : token) {
      request.header("Authorization", "Bearer " + one);
    }
    return send(request.build());
  }

  /** Sends an object. */
  HttpResponse<String> post(URI at, String path, String token, String body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(at.resolve(path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return send(request);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    client.close();
  }

  /** A client that takes every server for the right one. */
  private static HttpClient trusting() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new TrustsAll()}, new SecureRandom());
      return HttpClient.newBuilder().sslContext(context).build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class TrustsAll extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket at) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket at) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine at) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine at) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
