package io.merapi.config.source;

import io.merapi.api.resource.Quantity;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which values a configuration format takes for a number, a flag and so on; null where it does not
 * take the value. The formats disagree: Volcano reads the text {@code "true"} as a flag, for one.
 */
public interface ScalarRules {

  @Nullable Long integer(SourceNode node);

  @Nullable Double number(SourceNode node);

  @Nullable Boolean flag(SourceNode node);

  @Nullable String text(SourceNode node);

  @Nullable Duration duration(SourceNode node);

  @Nullable Quantity quantity(SourceNode node);

  /** A quantity that is written so; null where the text is none. */
  static @Nullable Quantity quantity(String text) {
    try {
      return Quantity.parse(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** What a key with null, or with nothing after it, means. */
  default Nulls nulls() {
    return Nulls.ABSENT;
  }

  /** The rules for values that upstream hands to a structure decoder. */
  default ScalarRules decoded() {
    return this;
  }

  /** The ways to take null. */
  enum Nulls {
    /** As if the key were not there. */
    ABSENT,
    /** As a value of the wrong type. */
    WRONG,
    /** As 0, false, the empty string, the empty list and the empty object. */
    ZERO
  }
}
