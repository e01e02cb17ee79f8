package io.merapi.remote.http;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Asks one server, over connections that are kept for the next call.
 *
 * <p>Every call runs on a virtual thread of its own and ends in time, which begins when it is its
 * turn: what is not done then has its socket closed. Calls beyond a number wait for theirs. A call
 * is never made twice, for what it asks for may have been done.
 *
 * <p>Bare HttpCore on sockets of our own, because the JDK's client cannot speak to a server under
 * another name than that of its address.
 */
public final class HttpCalls implements AutoCloseable {

  private static final int MOST_AT_ONCE = 32;

  /** So many connections are kept while nobody calls. */
  private static final int MOST_IDLE = 16;

  /** For what follows an answer, so that the connection can be kept. */
  private static final Timeout FOR_THE_REST = Timeout.ofMilliseconds(50);

  private final @Nullable ClientTls tls;
  private final Duration atMost;
  private final long mostBytes;
  private final HttpRequestExecutor executor = new HttpRequestExecutor();
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);
  private volatile boolean closed;

  /**
   * Makes ready for calls; nothing is connected yet.
   *
   * @param tls absent only where no address says {@code https}
   * @param atMost how long a call takes, from connecting to the end of the answer; 0 for as long as
   *     it will
   * @param mostBytes how long an answer may be
   */
  public HttpCalls(@Nullable ClientTls tls, Duration atMost, long mostBytes) {
    this.tls = tls;
    this.atMost = atMost;
    this.mostBytes = mostBytes;
  }

  /** The address that a text gives; null where it is none of an HTTP server. */
  public static @Nullable URI address(String url) {
    try {
      var address = new URI(url);
      boolean known =
          "http".equalsIgnoreCase(address.getScheme())
              || "https".equalsIgnoreCase(address.getScheme());
      return known && address.getHost() != null ? address : null;
    } catch (URISyntaxException _) {
      return null;
    }
  }

  /**
   * Begins a call.
   *
   * @param address absolute, {@code http} or {@code https}, of the same server each time
   * @return fails with a {@link CallException}, and with nothing else
   */
  public <T> CompletableFuture<T> post(URI address, byte[] json, BodyReader<T> reader) {
    return send(Request.post(address, "application/json", json), reader);
  }

  /**
   * Begins a call.
   *
   * @param request to the same server each time
   * @return fails with a {@link CallException}, and with nothing else
   */
  public <T> CompletableFuture<T> send(Request request, BodyReader<T> reader) {
    var call = new Call<>(request, reader);
    Thread.ofVirtual().name(request.toString()).start(call);
    return call.done.exceptionallyCompose(thrown -> {
      call.giveUp();
      return CompletableFuture.failedFuture(said(request, thrown));
    });
  }

  private CallException said(Request request, Throwable thrown) {
    String why =
        switch (thrown) {
          case CallException told -> String.valueOf(told.getMessage());
          case TimeoutException _ -> "no answer within %s".formatted(text(atMost));
          case SSLException e -> "TLS: " + e.getMessage();
          case NoHttpResponseException _ -> "the connection was closed without an answer";
          default -> thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
        };
    return new CallException(
        "%s: %s".formatted(request, why),
        thrown instanceof CallException told ? told.status() : CallException.NO_STATUS);
  }

  private static String text(Duration duration) {
    return duration.toMillisPart() == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
  }

  @Override
  public void close() {
    closed = true;
    for (Connection unused = idle.poll(); unused != null; unused = idle.poll()) {
      unused.end();
    }
  }

  private @Nullable Connection kept() {
    for (Connection unused = idle.pollLast(); unused != null; unused = idle.pollLast()) {
      if (!unused.isStale()) {
        return unused;
      }
      unused.end();
    }
    return null;
  }

  private void keep(Connection connection) {
    idle.add(connection);
    if (closed || idle.size() > MOST_IDLE) {
      Connection tooMany = idle.poll();
      if (tooMany != null) {
        tooMany.end();
      }
    }
  }

  /** One call. */
  private final class Call<T> implements Runnable {

    final CompletableFuture<T> done = new CompletableFuture<>();
    private final Request question;
    private final URI address;
    private final BodyReader<T> reader;

    /** The one in use; two threads look at it: that of the call, and whoever gives it up. */
    private @Nullable Connection inUse;

    private boolean givenUp;

    Call(Request question, BodyReader<T> reader) {
      this.question = question;
      this.address = question.address();
      this.reader = reader;
    }

    @Override
    public void run() {
      places.acquireUninterruptibly();
      try {
        if (atMost.isPositive()) {
          done.orTimeout(atMost.toMillis(), TimeUnit.MILLISECONDS);
        }
        done.complete(answer());
      } catch (Exception e) {
        done.completeExceptionally(e);
      } finally {
        places.release();
      }
    }

    synchronized void giveUp() {
      givenUp = true;
      if (inUse != null) {
        inUse.close();
      }
    }

    private synchronized Connection use(Connection connection) throws CallException {
      if (givenUp) {
        connection.close();
        throw new CallException("given up");
      }
      inUse = connection;
      return connection;
    }

    private synchronized void release(Connection connection, boolean reusable) {
      inUse = null;
      if (reusable && !givenUp) {
        keep(connection);
      } else {
        connection.close();
      }
    }

    private T answer() throws IOException, HttpException {
      Connection connection = connection();
      boolean reusable = false;
      try {
        var context = HttpCoreContext.create();
        BasicClassicHttpRequest request = request();
        ClassicHttpResponse response = executor.execute(request, connection.http(), context);
        if (response.getCode() != HttpStatus.SC_OK) {
          throw new CallException("code " + response.getCode(), response.getCode());
        }
        HttpEntity entity = response.getEntity();
        if (entity == null) {
          throw new CallException("the answer is empty");
        }
        if (entity.getContentLength() > mostBytes) {
          throw LimitedStream.tooLarge(mostBytes);
        }
        InputStream body = new LimitedStream(entity.getContent(), mostBytes);
        T answer = reader.read(body);
        reusable =
            ends(body, connection)
                && executor.keepAlive(request, response, connection.http(), context);
        return answer;
      } finally {
        release(connection, reusable);
      }
    }

    /**
     * Whether the body comes to its end now that the answer has been read: most often there is a
     * line break and the mark of the end.
     */
    private static boolean ends(InputStream body, Connection connection) {
      byte[] rest = new byte[256];
      try {
        connection.http().setSocketTimeout(FOR_THE_REST);
        int read = body.read(rest);
        if (read >= 0) {
          read = body.read(rest);
        }
        connection.http().setSocketTimeout(Timeout.INFINITE);
        return read < 0;
      } catch (IOException _) {
        return false;
      }
    }

    private Connection connection() throws IOException {
      Connection kept = kept();
      if (kept != null) {
        return use(kept);
      }
      Connection fresh = use(new Connection());
      boolean secure = "https".equalsIgnoreCase(address.getScheme());
      int port = address.getPort() >= 0 ? address.getPort() : secure ? 443 : 80;
      String host = address.getHost().replaceAll("^\\[|]$", "");
      try {
        fresh.open(host, port, secure ? requireNonNull(tls) : null, atMost);
      } catch (IOException e) {
        fresh.close();
        throw e;
      }
      return fresh;
    }

    private BasicClassicHttpRequest request() {
      String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
      String target = address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
      var request = new BasicClassicHttpRequest(question.method(), target);
      request.setHeader(HttpHeaders.HOST, hostHeader());
      request.setHeader(HttpHeaders.USER_AGENT, "merapi");
      if (!question.authorization().isEmpty()) {
        request.setHeader(HttpHeaders.AUTHORIZATION, question.authorization());
      }
      if (!question.contentType().isEmpty()) {
        byte[] body = question.body();
        request.setHeader(HttpHeaders.CONTENT_TYPE, question.contentType());
        request.setHeader(HttpHeaders.CONTENT_LENGTH, body.length);
        request.setEntity(new ByteArrayEntity(body, ContentType.parse(question.contentType())));
      }
      return request;
    }

    private String hostHeader() {
      return address.getPort() < 0
          ? address.getHost()
          : address.getHost() + ":" + address.getPort();
    }
  }
}
