package io.merapi.cluster.http;

import io.merapi.config.objects.JsonTokens;
import io.merapi.config.objects.MalformedObjectException;
import io.merapi.config.objects.ObjectCursor;
import io.merapi.config.source.MalformedTextException;

/**
 * What an API server says when it refuses: the {@code Status} object of Kubernetes.
 *
 * @param code the number that HTTP would use
 * @param reason one word for programs, such as {@code AlreadyExists}; may be empty
 * @param message for people
 */
public record ApiStatus(int code, String reason, String message) {

  private static final int LONGEST_TEXT = 200;

  public static final int UNAUTHORIZED = 401;
  public static final int FORBIDDEN = 403;
  public static final int NOT_FOUND = 404;
  public static final int CONFLICT = 409;
  public static final int GONE = 410;
  public static final int TOO_MANY_REQUESTS = 429;

  /** Reads a status; the cursor stands before the object. */
  public static ApiStatus read(ObjectCursor in) {
    int code = 0;
    String reason = "";
    String message = "";
    if (in.enterObject()) {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "code" -> code = in.int32();
          case "reason" -> reason = in.text();
          case "message" -> message = in.text();
          default -> in.skip();
        }
      }
    }
    return new ApiStatus(code, reason, message);
  }

  /** The status in the body of an answer; proxies answer with other texts, which are quoted. */
  static ApiStatus of(int code, String body) {
    try {
      var tokens = new JsonTokens("answer", body);
      tokens.next();
      ApiStatus read = read(new ObjectCursor(tokens));
      if (!read.message.isEmpty()) {
        return new ApiStatus(code, read.reason, read.message);
      }
    } catch (MalformedObjectException | MalformedTextException _) {
      // Not from an API server; what it says may still tell somebody something.
    }
    String text = body.strip();
    String quoted = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
    return new ApiStatus(code, "", "the server answered %d: %s".formatted(code, quoted));
  }
}
