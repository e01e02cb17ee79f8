package io.merapi.batch.plugins.extender;

/** A server did not answer, or answered what nobody can use; the message says it in one line. */
public final class ExtenderException extends Exception {

  private static final long serialVersionUID = 1;

  public ExtenderException(String message) {
    super(message);
  }

  /** What users are told. */
  String text() {
    return String.valueOf(getMessage());
  }
}
