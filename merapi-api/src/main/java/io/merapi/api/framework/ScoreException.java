package io.merapi.api.framework;

/** A score that cannot be given; the attempt to schedule the pod fails with this message. */
public final class ScoreException extends RuntimeException {

  public ScoreException(String message) {
    super(message);
  }
}
