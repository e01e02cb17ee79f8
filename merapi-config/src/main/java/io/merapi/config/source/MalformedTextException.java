package io.merapi.config.source;

import java.util.Objects;

/** The text breaks its syntax, or a limit that keeps reading it safe. */
public final class MalformedTextException extends RuntimeException {

  private final transient Location where;

  public MalformedTextException(Location where, String message) {
    super(message);
    this.where = where;
  }

  /**
   * A value that has more characters than the limit.
   *
   * @param limit whole MiB
   */
  public static MalformedTextException tooLong(Location where, int limit) {
    return new MalformedTextException(
        where, "a value must not be longer than %d MiB".formatted(limit >> 20));
  }

  public Location where() {
    return where;
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
