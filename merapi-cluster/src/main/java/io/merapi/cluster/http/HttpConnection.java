package io.merapi.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import jdk.net.ExtendedSocketOptions;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** One connection to the API server, used by one thread at a time and for one request at a time. */
final class HttpConnection implements AutoCloseable {

  private static final Http1Config CONFIG =
      Http1Config.custom()
          .setBufferSize(16 << 10)
          .setMaxLineLength(32 << 10)
          .setMaxHeaderCount(200)
          .build();

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

  /** A peer that is gone without a word is noticed after about a minute. */
  private static final int PROBE_AFTER_SECONDS = 30;

  private static final int PROBE_EVERY_SECONDS = 10;
  private static final int PROBES = 3;

  private final DefaultBHttpClientConnection http;
  private final ApiServer server;
  private final String host;
  private boolean answered;
  private boolean reusable = true;
  private long idleSince;

  private HttpConnection(DefaultBHttpClientConnection http, ApiServer server) {
    this.http = http;
    this.server = server;
    this.host = server.address().getRawAuthority();
  }

  /**
   * Opens a connection.
   *
   * @param silence how long to wait for the next byte of an answer
   */
  static HttpConnection open(ApiServer server, Duration silence) throws IOException {
    var http = new DefaultBHttpClientConnection(CONFIG);
    var socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      setProbes(socket);
      socket.setSoTimeout(Math.toIntExact(silence.toMillis()));
      socket.connect(
          new InetSocketAddress(server.host(), server.port()),
          Math.toIntExact(CONNECT_LIMIT.toMillis()));
      if (server.tls() == null) {
        http.bind(socket);
      } else {
        http.bind(secured(server, socket), socket);
      }
      return new HttpConnection(http, server);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private static void setProbes(Socket socket) throws IOException {
    if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
      socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, PROBE_AFTER_SECONDS);
      socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_EVERY_SECONDS);
      socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    }
  }

  private static SSLSocket secured(ApiServer server, Socket socket) throws IOException {
    String name = server.serverName().isEmpty() ? server.host() : server.serverName();
    var secured =
        (SSLSocket) tls(server).createSocket(socket, name, server.port(), /* autoClose= */ true);
    if (server.checksName()) {
      SSLParameters parameters = secured.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secured.setSSLParameters(parameters);
    }
    secured.startHandshake();
    return secured;
  }

  private static SSLSocketFactory tls(ApiServer server) {
    if (server.tls() == null) {
      throw new IllegalStateException("no TLS for " + server.address());
    }
    return server.tls().getSocketFactory();
  }

  /**
   * Sends a request and reads the head of the answer; its body has to be read to the end next.
   *
   * @param token says who asks; null for nobody
   */
  ClassicHttpResponse exchange(ApiRequest request, @Nullable String token) throws IOException {
    answered = false;
    reusable = false;
    try {
      ClassicHttpRequest message = message(request, token);
      http.sendRequestHeader(message);
      if (message.getEntity() != null) {
        http.sendRequestEntity(message);
      }
      http.flush();
      ClassicHttpResponse response = http.receiveResponseHeader();
      answered = true;
      while (response.getCode() < 200) {
        response = http.receiveResponseHeader();
      }
      http.receiveResponseEntity(response);
      return response;
    } catch (HttpException e) {
      throw new IOException("not HTTP as the server should speak it: " + e.getMessage(), e);
    }
  }

  private ClassicHttpRequest message(ApiRequest request, @Nullable String token) {
    var message = new BasicClassicHttpRequest(request.method(), server.basePath() + request.path());
    message.addHeader(HttpHeaders.HOST, host);
    message.addHeader(HttpHeaders.ACCEPT, ApiRequest.JSON);
    message.addHeader(HttpHeaders.USER_AGENT, "merapi");
    if (token != null) {
      message.addHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token);
    }
    if (!request.trace().isEmpty()) {
      message.addHeader("traceparent", request.trace());
    }
    if (!request.body().isEmpty()) {
      byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
      message.addHeader(HttpHeaders.CONTENT_TYPE, request.contentType());
      message.addHeader(HttpHeaders.CONTENT_LENGTH, body.length);
      message.setEntity(new ByteArrayEntity(body, null));
    }
    return message;
  }

  /** The body as text, after which the connection may be used again. */
  String readBody(ClassicHttpResponse response, int limit) throws IOException {
    InputStream body = body(response);
    byte[] bytes = body.readNBytes(limit);
    if (body.read() >= 0) {
      throw new IOException("the answer is larger than %d bytes".formatted(limit));
    }
    reusable = !isLast(response);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static InputStream body(ClassicHttpResponse response) throws IOException {
    InputStream body = response.getEntity() == null ? null : response.getEntity().getContent();
    return body == null ? InputStream.nullInputStream() : body;
  }

  private static boolean isLast(ClassicHttpResponse response) {
    Header connection = response.getFirstHeader(HttpHeaders.CONNECTION);
    return connection != null && "close".equalsIgnoreCase(connection.getValue());
  }

  /** Whether anything of the answer to the last request has come. */
  boolean answered() {
    return answered;
  }

  boolean reusable() {
    return reusable && http.isOpen();
  }

  void rest(long now) {
    idleSince = now;
  }

  long idleSince() {
    return idleSince;
  }

  /** Whether the other side has closed it; costs a read that waits for a millisecond. */
  boolean dropped() {
    try {
      return http.isStale();
    } catch (IOException _) {
      return true;
    }
  }

  void setSilence(Duration silence) {
    http.setSocketTimeout(Timeout.of(silence));
  }

  /** Closes at once, under whoever is reading. */
  @Override
  public void close() {
    http.close(CloseMode.IMMEDIATE);
  }

  static @Nullable String header(ClassicHttpResponse response, String name) {
    Header header = response.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }
}
