package io.merapi.kube.configuration;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads flags as Go's {@code strconv.ParseBool} does. */
public final class GoBool {

  private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "True", "TRUE");

  private GoBool() {}

  /** Whether a text means true; one that is absent or means nothing does not. */
  public static boolean isTrue(@Nullable String text) {
    return text != null && TRUE.contains(text);
  }
}
