package io.merapi.remote.extender;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.batch.plugins.extender.ExtenderException;
import io.merapi.batch.plugins.extender.ExtenderTransport;
import io.merapi.remote.http.BodyReader;
import io.merapi.remote.http.CallException;
import io.merapi.remote.http.ClientTls;
import io.merapi.remote.http.HttpCalls;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the servers of {@code extender} plugins of the batch layer over HTTP.
 *
 * <p>Connections are kept from one session to the next. Servers that speak TLS must be known to the
 * authorities that the Java runtime trusts, since the plugin has no argument for others.
 */
public final class HttpExtenderTransport implements ExtenderTransport, AutoCloseable {

  /** An answer must not be longer; as upstream has it. */
  public static final long MOST_BYTES = 10L << 20;

  private static final int OK = 200;

  private final Function<ClusterObject, Map<String, Object>> objects;
  private final Map<Server, HttpCalls> servers = new ConcurrentHashMap<>();

  /**
   * Makes ready for calls; the servers need not be there yet.
   *
   * @param objects writes an object as Kubernetes does
   */
  public HttpExtenderTransport(Function<ClusterObject, Map<String, Object>> objects) {
    this.objects = objects;
  }

  @Override
  public Map<String, Object> written(ClusterObject object) {
    return objects.apply(object);
  }

  @Override
  public Reply post(Call call) throws ExtenderException {
    URI address = HttpCalls.address(call.url());
    if (address == null) {
      throw new ExtenderException(
          "Post \"%s\": no address of an HTTP server".formatted(call.url()));
    }
    // Go takes both for none.
    Duration atMost = call.timeout().isNegative() ? Duration.ZERO : call.timeout();
    BodyReader<Optional<Object>> reader =
        body -> call.wantsAnswer() ? Optional.ofNullable(JsonTrees.read(body)) : Optional.empty();
    try {
      return new Reply(
          OK,
          calls(new Server(address.getScheme(), address.getAuthority(), atMost))
              .post(address, JsonTrees.bytes(call.body()), reader)
              .join()
              .orElse(null));
    } catch (CompletionException e) {
      if (e.getCause() instanceof CallException told && told.status() != CallException.NO_STATUS) {
        return new Reply(told.status(), null);
      }
      throw new ExtenderException(said(e.getCause()));
    }
  }

  private HttpCalls calls(Server server) throws ExtenderException {
    HttpCalls known = servers.get(server);
    if (known != null) {
      return known;
    }
    ClientTls tls = null;
    if (server.scheme.equalsIgnoreCase("https")) {
      try {
        tls = ClientTls.trusting(List.of(), "", null);
      } catch (GeneralSecurityException | IOException e) {
        throw new ExtenderException(
            "the authorities of this runtime are of no use: " + e.getMessage());
      }
    }
    var calls = new HttpCalls(tls, server.atMost, MOST_BYTES);
    servers.put(server, calls);
    return calls;
  }

  private static String said(@Nullable Throwable cause) {
    return cause == null || cause.getMessage() == null ? String.valueOf(cause) : cause.getMessage();
  }

  @Override
  public void letGo() {
    servers
        .values()
        .removeIf(calls -> {
          calls.close();
          return true;
        });
  }

  @Override
  public void close() {
    letGo();
  }

  /** What calls that may share connections have in common. */
  private record Server(String scheme, String authority, Duration atMost) {}
}
