package io.merapi.config.objects;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Texts of which the API server accepts only a few. A text that is none of them cannot come from a
 * cluster and is reported, since guessing what it was meant to be would decide where pods go.
 */
final class Choices {

  private Choices() {}

  /**
   * Reads one of the constants; null and the empty text stand for the constant whose text is empty.
   */
  static <E> E read(ObjectCursor in, E[] constants, Function<E, String> text) {
    String found = in.text();
    for (E constant : constants) {
      if (text.apply(constant).equals(found)) {
        return constant;
      }
    }
    String accepted =
        Arrays.stream(constants)
            .map(text)
            .filter(known -> !known.isEmpty())
            .collect(Collectors.joining(", "));
    throw in.malformed("(\"%s\") must be one of %s".formatted(found, accepted));
  }
}
