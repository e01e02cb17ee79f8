package io.merapi.config.objects;

import io.merapi.config.source.Location;
import io.merapi.config.source.MalformedTextException;

/**
 * What may be read of one object before it is refused, and the other bounds of a text.
 *
 * <p>The API server stores no object beyond a few MiB, so the bounds stop no real dump. What they
 * stop is a text that would fill the heap with one value.
 */
final class Allowance {

  /** Objects and lists inside one another. */
  static final int MAX_DEPTH = 200;

  /** Characters of one scalar or name. */
  static final int MAX_SCALAR = 4 << 20;

  /** Characters of all scalars and names of one object, each token counted as some more. */
  private static final long MAX_OBJECT = 16 << 20;

  private static final int PER_TOKEN = 16;

  private long spent;

  void start() {
    spent = 0;
  }

  /** Counts one token of so many characters; false when that was too much. */
  boolean covers(int characters) {
    spent += PER_TOKEN + characters;
    return spent <= MAX_OBJECT;
  }

  static MalformedTextException tooLarge(Location where) {
    return new MalformedTextException(
        where, "an object must not be larger than %d MiB".formatted(MAX_OBJECT >> 20));
  }

  static MalformedTextException tooDeep(Location where) {
    return new MalformedTextException(
        where, "objects and lists must not be nested deeper than %d".formatted(MAX_DEPTH));
  }

  static MalformedTextException tooLong(Location where) {
    return MalformedTextException.tooLong(where, MAX_SCALAR);
  }
}
