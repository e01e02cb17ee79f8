package io.merapi.cluster.serve;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Asks servers of endpoints, whoever they are. */
final class Client implements AutoCloseable {

  private final HttpClient client;

  private Client(SSLContext tls) {
    this.client = HttpClient.newBuilder().sslContext(tls).build();
  }

  /** One that shows no certificate. */
  static Client anonymous() throws Exception {
    return new Client(trusting(null));
  }

  /** One that shows a certificate. */
  static Client showing(KeyManager[] keys) throws Exception {
    return new Client(trusting(keys));
  }

  private static SSLContext trusting(KeyManager @Nullable [] keys) throws Exception {
    var context = SSLContext.getInstance("TLS");
    context.init(keys, new TrustManager[] {new TrustsAll()}, new SecureRandom());
    return context;
  }

  HttpResponse<String> get(URI uri, String... headers) throws IOException {
    try {
      HttpRequest.Builder request = HttpRequest.newBuilder(uri);
      if (headers.length > 0) {
        request.headers(headers);
      }
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    client.close();
  }

  /** Takes every server for the right one. */
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
