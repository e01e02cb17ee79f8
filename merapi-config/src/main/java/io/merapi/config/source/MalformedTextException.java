package io.merapi.config.source;

/** The text breaks its syntax, or a limit that keeps reading it safe. */
public final class MalformedTextException extends RuntimeException {

  private final transient Location where;

  public MalformedTextException(Location where, String message) {
    super(message);
    this.where = where;
  }

  public Location where() {
    return where;
  }
}
