package io.merapi.cluster.http;

/**
 * The whole answer to a request.
 *
 * @param code as HTTP counts
 */
public record ApiAnswer(int code, String body) {

  public boolean succeeded() {
    return code >= 200 && code < 300;
  }

  /** Why the server refused. */
  public ApiStatus status() {
    return ApiStatus.of(code, body);
  }
}
