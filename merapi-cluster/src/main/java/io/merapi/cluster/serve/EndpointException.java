package io.merapi.cluster.serve;

/** The endpoints cannot be offered as they were asked for; the message is one line for people. */
public final class EndpointException extends Exception {

  private static final long serialVersionUID = 1L;

  public EndpointException(String message) {
    super(message);
  }
}
