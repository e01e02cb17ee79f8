package io.merapi.cluster.http;

/**
 * A request to an API server.
 *
 * @param path with the query, as it stands in the first line of the request
 * @param contentType of the body; empty where there is none
 * @param body JSON; empty for none
 * @param trace the header {@code traceparent}, by which the server's traces join ours; empty for
 *     none
 */
public record ApiRequest(
    String method, String path, String contentType, String body, String trace) {

  public static final String JSON = "application/json";

  /** Lists with keys are merged by their keys; for built-in kinds only. */
  public static final String STRATEGIC_MERGE = "application/strategic-merge-patch+json";

  /** Lists are replaced as a whole. */
  public static final String MERGE = "application/merge-patch+json";

  public ApiRequest {
    if (!path.startsWith("/") || path.chars().anyMatch(c -> c <= ' ' || c >= 127)) {
      throw new IllegalArgumentException(
          "the path (%s) must start with a slash and be of printable ASCII".formatted(path));
    }
  }

  public ApiRequest(String method, String path, String contentType, String body) {
    this(method, path, contentType, body, "");
  }

  /** The same request as a part of a trace. */
  ApiRequest tracedBy(String header) {
    return header.isEmpty() ? this : new ApiRequest(method, path, contentType, body, header);
  }

  public static ApiRequest get(String path) {
    return new ApiRequest("GET", path, "", "");
  }

  public static ApiRequest post(String path, String body) {
    return new ApiRequest("POST", path, JSON, body);
  }

  public static ApiRequest delete(String path, String options) {
    return new ApiRequest("DELETE", path, JSON, options);
  }

  /**
   * A change of some fields of an object.
   *
   * @param type {@link #STRATEGIC_MERGE} or {@link #MERGE}
   */
  public static ApiRequest patch(String path, String type, String body) {
    return new ApiRequest("PATCH", path, type, body);
  }
}
