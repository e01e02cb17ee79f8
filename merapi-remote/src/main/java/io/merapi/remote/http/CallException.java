package io.merapi.remote.http;

import java.io.IOException;

/** A call got no answer that can be used; the message says why, in one line. */
public final class CallException extends IOException {

  /** What {@link #status} is where the server did not say that it failed. */
  public static final int NO_STATUS = 0;

  private static final long serialVersionUID = 1;

  private final int status;

  public CallException(String message) {
    this(message, NO_STATUS);
  }

  CallException(String message, int status) {
    super(message);
    this.status = status;
  }

  /** The code with which the server said that it failed. */
  public int status() {
    return status;
  }
}
