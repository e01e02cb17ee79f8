package io.merapi.cluster.serve;

/**
 * What a page answers.
 *
 * @param code as HTTP counts
 */
public record PageAnswer(int code, String contentType, String body) {

  public static final String PLAIN = "text/plain; charset=utf-8";
  public static final String JSON = "application/json";

  /** A text, and all is well. */
  public static PageAnswer text(String body) {
    return new PageAnswer(200, PLAIN, body);
  }

  /** JSON, and all is well. */
  public static PageAnswer json(String body) {
    return new PageAnswer(200, JSON, body);
  }

  /** A text that says what is wrong. */
  public static PageAnswer error(int code, String body) {
    return new PageAnswer(code, PLAIN, body + "\n");
  }
}
