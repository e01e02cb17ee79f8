package io.merapi.remote.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/** A connection to a server, used by one call after the other. */
final class Connection {

  private final DefaultBHttpClientConnection http =
      new DefaultBHttpClientConnection(Http1Config.DEFAULT);
  private @Nullable Socket socket;
  private boolean closed;

  HttpClientConnection http() {
    return http;
  }

  /**
   * Connects to the first address of the host that answers.
   *
   * @param tls absent for plain HTTP
   */
  void open(String host, int port, @Nullable ClientTls tls, Duration atMost) throws IOException {
    Socket plain = connect(host, port, atMost);
    plain.setTcpNoDelay(true);
    if (tls == null) {
      http.bind(plain);
    } else {
      SSLSocket secure = tls.handshake(plain, host, port);
      http.bind(secure, plain);
    }
  }

  private Socket connect(String host, int port, Duration atMost) throws IOException {
    IOException failure = new UnknownHostException(host);
    for (InetAddress address : addresses(host)) {
      Socket attempt = socket();
      try {
        attempt.connect(new InetSocketAddress(address, port), millis(atMost));
        return attempt;
      } catch (IOException e) {
        attempt.close();
        failure = e;
      }
    }
    throw failure;
  }

  private static int millis(Duration duration) {
    return (int) Math.min(Integer.MAX_VALUE, duration.toMillis());
  }

  /** A new socket, known to whoever may close this meanwhile. */
  private synchronized Socket socket() throws IOException {
    if (closed) {
      throw new SocketException("closed");
    }
    socket = new Socket();
    return socket;
  }

  private static InetAddress[] addresses(String host) throws UnknownHostException {
    try {
      return InetAddress.getAllByName(host);
    } catch (UnknownHostException _) {
      throw new UnknownHostException("no such host: " + host);
    }
  }

  /** Whether the server has closed it since the last call. */
  boolean isStale() {
    try {
      return http.isStale();
    } catch (IOException _) {
      return true;
    }
  }

  /** Closes it at once, also under the hands of a thread that uses it. */
  synchronized void close() {
    closed = true;
    if (socket != null) {
      try {
        // The plain socket: to close a secure one can mean to wait for whoever writes to it.
        socket.close();
      } catch (IOException _) {
        // It is of no more use, closed or not.
      }
    }
  }

  /** Closes it where no other thread uses it, and says so to the server. */
  void end() {
    http.close(CloseMode.GRACEFUL);
  }
}
