package io.merapi.bench.soak;

import java.io.Serial;

/** That two ways of deciding do not agree. */
final class Difference extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private Difference(String message) {
    super(message);
  }

  /**
   * Compares what two ways say.
   *
   * @throws Difference if they say something else
   */
  static void check(String subject, Object defined, Object remembered) {
    if (!defined.equals(remembered)) {
      throw new Difference(
          "%s%n    by the definition %s%n    from memory       %s"
              .formatted(subject, defined, remembered));
    }
  }
}
