package io.merapi.remote.usage;

import io.merapi.remote.http.BodyReader;
import io.merapi.remote.http.ClientTls;
import io.merapi.remote.http.HttpCalls;
import io.merapi.remote.http.Request;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A monitoring system under an address of the configuration. */
final class Server implements AutoCloseable {

  /** An answer about one node is not longer; upstream's limit for Elasticsearch. */
  static final long MOST_BYTES = 1 << 20;

  private final @Nullable URI address;
  private final HttpCalls calls;

  /**
   * Makes ready to ask; nothing is connected yet.
   *
   * @param given an address that cannot be used makes all questions fail, as upstream has it
   * @param insecure whether its certificate is taken unseen
   * @param atMost how long one question takes
   */
  Server(String given, boolean insecure, Duration atMost) {
    this.address = HttpCalls.address(given);
    this.calls = new HttpCalls(tls(insecure), atMost, MOST_BYTES);
  }

  private static ClientTls tls(boolean insecure) {
    try {
      return insecure
          ? ClientTls.trustingAnybody("", null)
          : ClientTls.trusting(List.of(), "", null);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("the Java runtime cannot speak TLS", e);
    }
  }

  /**
   * Asks under a path below the address.
   *
   * @param path begins with a slash
   * @param query empty for none, else as it stands in a request
   */
  <T> CompletableFuture<T> ask(
      String path, String query, Function<URI, Request> question, BodyReader<T> reader) {
    URI base = address;
    if (base == null) {
      // Without the address, in which there may be a password.
      return Questions.impossible("metrics.address must be that of an HTTP server");
    }
    try {
      String whole = base.getPath().replaceAll("/+$", "") + path;
      var below =
          new URI(base.getScheme(), null, base.getHost(), base.getPort(), whole, null, null);
      URI at = query.isEmpty() ? below : new URI(below + "?" + query);
      return calls.send(signed(question.apply(at), base.getUserInfo()), reader);
    } catch (URISyntaxException e) {
      return Questions.impossible(String.valueOf(e.getMessage()));
    }
  }

  /** An address may say who asks. */
  private static Request signed(Request request, @Nullable String user) {
    if (user == null) {
      return request;
    }
    int colon = user.indexOf(':');
    return colon < 0
        ? request.by(user, "")
        : request.by(user.substring(0, colon), user.substring(colon + 1));
  }

  @Override
  public void close() {
    calls.close();
  }
}
