package io.merapi.cluster.http;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to one API server; safe for use by many threads, each of which waits for its
 * answer.
 *
 * <p>There are as many connections as there were requests at once; how many that may be is for the
 * callers to bound. A request whose kept connection turns out to be closed is sent once more over a
 * new one, so every request has to be one that may be sent twice. A server that is too busy and
 * says when to come back is asked again then, as other clients of Kubernetes do.
 */
public final class ApiClient implements AutoCloseable {

  /** Longer than the API server itself works on a request. */
  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(65);

  /** Shorter than an API server keeps an idle connection. */
  private static final Duration LONGEST_IDLE = Duration.ofSeconds(60);

  private static final Duration TRUSTED_IDLE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final int MOST_TRIES = 10;
  private static final int LONGEST_ANSWER = 16 << 20;
  private static final int MOST_IDLE = 256;

  private final ApiServer server;
  private final RequestObserver observer;
  private final String authority;
  private final Deque<HttpConnection> idle = new ArrayDeque<>();
  private final Set<HttpConnection> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public ApiClient(ApiServer server) {
    this(server, RequestObserver.NONE);
  }

  /**
   * @param observer told of requests and of the openings of streams
   */
  public ApiClient(ApiServer server, RequestObserver observer) {
    this.server = server;
    this.observer = observer;
    this.authority = server.host() + ":" + server.port();
  }

  /** Work for another thread, whose requests are part of what this thread is doing. */
  public Runnable carried(Runnable work) {
    return observer.carried(work);
  }

  /** How often the server wants to be asked; whoever sends much sees to it. */
  public RequestRate rate() {
    return server.rate();
  }

  /**
   * Sends a request and reads the whole answer.
   *
   * @throws IOException if no answer came; the server may have acted all the same
   */
  public ApiAnswer send(ApiRequest request) throws IOException {
    boolean renewed = false;
    for (int tries = 1; ; tries++) {
      String token = server.credentials().token();
      Exchanged exchanged = exchange(request, token);
      int code = exchanged.answer.code();
      if (code == HttpStatus.SC_UNAUTHORIZED && !renewed && server.credentials().renew(token)) {
        renewed = true;
      } else if (exchanged.pause != null && tries < MOST_TRIES) {
        sleep(exchanged.pause);
      } else {
        return exchanged.answer;
      }
    }
  }

  /**
   * Sends a request and gives the answer to be read while it comes.
   *
   * @param silence how long the server may say nothing
   */
  public ApiStream stream(ApiRequest request, Duration silence) throws IOException {
    HttpConnection connection = connect();
    long begun = System.nanoTime();
    try {
      String token = server.credentials().token();
      ClassicHttpResponse response = connection.exchange(request, token);
      observe(request, response.getCode(), begun);
      if (response.getCode() == HttpStatus.SC_UNAUTHORIZED) {
        // Whoever opened the stream tries again anyway, then with what is new.
        server.credentials().renew(token);
      }
      connection.setSilence(silence);
      return new ApiStream(connection, response, () -> open.remove(connection));
    } catch (IOException | RuntimeException e) {
      discard(connection);
      throw e;
    }
  }

  /**
   * An answer.
   *
   * @param pause after which the server wants to be asked again; absent where it does not
   */
  private record Exchanged(ApiAnswer answer, @Nullable Duration pause) {}

  private Exchanged exchange(ApiRequest request, @Nullable String token) throws IOException {
    long begun = System.nanoTime();
    RequestTrace trace = observer.sending(request, authority);
    int code = 0;
    try {
      Exchanged exchanged = exchangeUnobserved(request.tracedBy(trace.header()), token);
      code = exchanged.answer.code();
      return exchanged;
    } finally {
      observe(request, code, begun);
      trace.ended(code);
    }
  }

  private void observe(ApiRequest request, int code, long begun) {
    observer.answered(request, authority, code, System.nanoTime() - begun);
  }

  private Exchanged exchangeUnobserved(ApiRequest request, @Nullable String token)
      throws IOException {
    HttpConnection kept = takeIdle();
    if (kept != null) {
      try {
        return exchange(request, token, kept);
      } catch (IOException e) {
        // A server may close a connection at the very moment at which a request goes out.
        if (closed || kept.answered() || e instanceof SocketTimeoutException) {
          throw e;
        }
      }
    }
    return exchange(request, token, connect());
  }

  private Exchanged exchange(ApiRequest request, @Nullable String token, HttpConnection connection)
      throws IOException {
    boolean done = false;
    try {
      ClassicHttpResponse response = connection.exchange(request, token);
      String body = connection.readBody(response, LONGEST_ANSWER);
      done = true;
      return new Exchanged(new ApiAnswer(response.getCode(), body), pause(response));
    } finally {
      if (done && connection.reusable()) {
        keep(connection);
      } else {
        discard(connection);
      }
    }
  }

  private static @Nullable Duration pause(ClassicHttpResponse response) {
    if (response.getCode() != HttpStatus.SC_TOO_MANY_REQUESTS && response.getCode() < 500) {
      return null;
    }
    String seconds = HttpConnection.header(response, HttpHeaders.RETRY_AFTER);
    if (seconds == null || !seconds.matches("\\d{1,6}")) {
      return null;
    }
    Duration asked = Duration.ofSeconds(Integer.parseInt(seconds));
    return asked.compareTo(LONGEST_PAUSE) < 0 ? asked : LONGEST_PAUSE;
  }

  private static void sleep(Duration pause) throws IOException {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the server was too busy", e);
    }
  }

  private HttpConnection connect() throws IOException {
    checkOpen();
    HttpConnection connection = HttpConnection.open(server, REQUEST_LIMIT);
    open.add(connection);
    if (closed) {
      discard(connection);
      checkOpen();
    }
    return connection;
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException("the connection to %s is closed".formatted(server.address()));
    }
  }

  /** The connection used last, if it can still be used; null for none. */
  private @Nullable HttpConnection takeIdle() {
    while (true) {
      HttpConnection connection;
      synchronized (idle) {
        connection = idle.pollLast();
      }
      if (connection == null) {
        return null;
      }
      Duration rested = Duration.ofNanos(System.nanoTime() - connection.idleSince());
      boolean fresh = rested.compareTo(TRUSTED_IDLE) < 0;
      if (fresh || (rested.compareTo(LONGEST_IDLE) < 0 && !connection.dropped())) {
        return connection;
      }
      discard(connection);
    }
  }

  private void keep(HttpConnection connection) {
    connection.rest(System.nanoTime());
    synchronized (idle) {
      if (!closed && idle.size() < MOST_IDLE) {
        idle.addLast(connection);
        return;
      }
    }
    discard(connection);
  }

  private void discard(HttpConnection connection) {
    open.remove(connection);
    connection.close();
  }

  /** Whether nothing can be sent any more. */
  public boolean closed() {
    return closed;
  }

  /** Closes all connections; who waits for an answer gets an exception. */
  @Override
  public void close() {
    closed = true;
    open.forEach(this::discard);
  }
}
