package io.merapi.kube.configuration;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;

/** Reads fields that Go declares as {@code int32}, where a larger number is a wrong type. */
public final class Int32 {

  private Int32() {}

  public static int read(Arguments in, String key, int byDefault) {
    Long value = in.integer(key).orNull();
    if (value == null) {
      return byDefault;
    }
    if (value.intValue() != value) {
      in.report(
          key, ProblemKind.WRONG_TYPE, "(%d) must be a whole number of 32 bits".formatted(value));
      return byDefault;
    }
    return value.intValue();
  }
}
