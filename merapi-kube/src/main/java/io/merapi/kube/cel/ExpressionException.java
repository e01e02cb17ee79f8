package io.merapi.kube.cel;

/** An expression that has no answer for a device. */
public final class ExpressionException extends Exception {

  private static final long serialVersionUID = 1L;

  ExpressionException(String message) {
    super(message);
  }
}
