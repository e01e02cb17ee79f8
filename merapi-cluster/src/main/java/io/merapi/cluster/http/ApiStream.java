package io.merapi.cluster.http;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpResponse;

/** An answer that is read while it comes, over a connection of its own. */
public final class ApiStream implements AutoCloseable {

  private static final int LONGEST_REFUSAL = 1 << 20;

  private final HttpConnection connection;
  private final ClassicHttpResponse response;
  private final Runnable onClose;

  ApiStream(HttpConnection connection, ClassicHttpResponse response, Runnable onClose) {
    this.connection = connection;
    this.response = response;
    this.onClose = onClose;
  }

  public boolean succeeded() {
    return response.getCode() == 200;
  }

  /** Why the server refused. */
  public ApiStatus status() throws IOException {
    return ApiStatus.of(response.getCode(), connection.readBody(response, LONGEST_REFUSAL));
  }

  /** The body; an end that the server did not mean raises an exception. */
  public InputStream body() throws IOException {
    return HttpConnection.body(response);
  }

  /** Closes at once; somebody who is reading sees the end or an exception. */
  @Override
  public void close() {
    onClose.run();
    connection.close();
  }
}
