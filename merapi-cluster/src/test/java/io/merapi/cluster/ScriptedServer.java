package io.merapi.cluster;

import static org.assertj.core.api.Assertions.fail;

import io.merapi.cluster.http.ApiServer;
import io.merapi.cluster.http.Credentials;
import io.merapi.testkit.SelfSigned;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A server that answers as a test tells it, by the rules of HTTP or against them. */
public final class ScriptedServer implements AutoCloseable {

  /** A request that came, with the names of its headers in lower case. */
  public record Received(String method, String path, Map<String, String> headers, String body) {}

  /** Answers requests; called by one thread per connection. */
  public interface Script {
    void answer(Received request, Reply reply) throws IOException;
  }

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(1);

  private final ServerSocket listener;
  private final Script script;
  private final @Nullable SelfSigned identity;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  private ScriptedServer(@Nullable SelfSigned identity, Script script) throws IOException {
    this.identity = identity;
    this.script = script;
    InetAddress loopback = InetAddress.getLoopbackAddress();
    this.listener =
        identity == null
            ? new ServerSocket(0, 50, loopback)
            : identity.server().getServerSocketFactory().createServerSocket(0, 50, loopback);
    Thread.ofVirtual().start(this::accept);
  }

  public static ScriptedServer plain(Script script) throws IOException {
    return new ScriptedServer(null, script);
  }

  public static ScriptedServer secured(SelfSigned identity, Script script) throws IOException {
    return new ScriptedServer(identity, script);
  }

  public URI address() {
    return URI.create(
        (identity == null ? "http" : "https") + "://127.0.0.1:" + listener.getLocalPort());
  }

  /** How clients reach it. */
  public ApiServer asApiServer() {
    return identity == null
        ? ApiServer.plain(address())
        : ApiServer.secured(address(), identity.client(), Credentials.fixed("secret"));
  }

  public List<Received> received() {
    return List.copyOf(received);
  }

  /** The requests, once there are as many. */
  public List<Received> await(int requests) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (received.size() < requests) {
      if (System.nanoTime() > deadline) {
        fail("%d requests did not come; only %s", requests, received);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return received();
  }

  public int connections() {
    return connections.get();
  }

  /** Closes every connection under whoever uses it. */
  public void dropConnections() throws IOException {
    for (Socket socket : List.copyOf(open)) {
      open.remove(socket);
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    dropConnections();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        open.add(socket);
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException _) {
      // Closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (true) {
        Received request = read(in);
        if (request == null) {
          return;
        }
        received.add(request);
        var reply = new Reply(socket.getOutputStream());
        script.answer(request, reply);
        if (reply.closes) {
          return;
        }
      }
    } catch (IOException _) {
      // The other side has gone, as some tests want it.
    } finally {
      open.remove(socket);
    }
  }

  private static @Nullable Received read(InputStream in) throws IOException {
    String first = line(in);
    if (first.isEmpty()) {
      return null;
    }
    int afterMethod = first.indexOf(' ');
    int afterPath = first.indexOf(' ', afterMethod + 1);
    var headers = new TreeMap<String, String>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new Received(
        first.substring(0, afterMethod),
        first.substring(afterMethod + 1, afterPath),
        headers,
        body);
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /** The way back to one client. */
  public static final class Reply {

    private final OutputStream out;
    private boolean closes;

    Reply(OutputStream out) {
      this.out = out;
    }

    /** A whole answer. */
    public void json(int code, String body) throws IOException {
      answer(code, "", body);
    }

    /** A whole answer with more headers, each ending with a line break. */
    public void answer(int code, String headers, String body) throws IOException {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      raw(
          "HTTP/1.1 %d Some\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n"
              .formatted(code, bytes.length, headers));
      out.write(bytes);
      out.flush();
    }

    /** The head of an answer that comes in chunks. */
    public void startStream() throws IOException {
      raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    }

    public void chunk(String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      raw(Integer.toHexString(bytes.length) + "\r\n");
      out.write(bytes);
      raw("\r\n");
    }

    public void endStream() throws IOException {
      raw("0\r\n\r\n");
    }

    public void raw(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    /** Closes the connection after what was said. */
    public void close() {
      closes = true;
    }
  }
}
