package io.merapi.config.source;

import io.merapi.api.plugin.ProblemKind;

/**
 * Something wrong in a file.
 *
 * @param path the field, such as {@code spec.containers[0].resources.requests.cpu}; empty for the
 *     file or object as a whole
 * @param message what is wrong with the value in brackets, then what was expected
 * @param advice what to try; empty where nothing comes to mind
 */
public record Problem(
    Severity severity,
    ProblemKind kind,
    Location where,
    String path,
    String message,
    String advice) {

  /** What upstream does about it, which settles what the commands do. */
  public enum Severity {
    /** Upstream refuses it, and so does every command. */
    REFUSED,
    /** Upstream goes on with a fallback; {@code validate} and {@code --strict} refuse it. */
    FALLBACK,
    /** It is accepted and works; there is something to know all the same. */
    NOTE
  }

  /** One line, without the advice: {@code file:line:column: path message}. */
  @Override
  public String toString() {
    return where + ": " + (path.isEmpty() ? "" : path + " ") + message;
  }

  /** A text of the file, cut where it is too long for a message. */
  public static String abbreviated(String text) {
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
