package io.merapi.config.objects;

import io.merapi.config.source.Location;

/** An object whose field has a value of the wrong type or form. */
public final class MalformedObjectException extends RuntimeException {

  private final transient Location where;
  private final String path;

  public MalformedObjectException(Location where, String path, String message) {
    super(message);
    this.where = where;
    this.path = path;
  }

  public Location where() {
    return where;
  }

  /** The field path inside the object, such as {@code spec.containers[0].image}. */
  public String path() {
    return path;
  }
}
