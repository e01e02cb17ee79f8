package io.merapi.cluster.tracing;

/** Traces cannot be made as the options or the environment ask for; the message says why. */
public final class TracingSetupException extends Exception {

  private static final long serialVersionUID = 1;

  TracingSetupException(String message) {
    super(message);
  }
}
