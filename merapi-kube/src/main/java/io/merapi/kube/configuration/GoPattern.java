package io.merapi.kube.configuration;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions as Go reads them: without references back or looking around, and so matched
 * in a time that grows only with the text.
 */
public final class GoPattern {

  private final Pattern pattern;

  private GoPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /** Reads an expression; null where the text is none. */
  public static @Nullable GoPattern parse(String text) {
    try {
      return new GoPattern(Pattern.compile(text));
    } catch (PatternSyntaxException _) {
      return null;
    }
  }

  /** Whether some part of a text matches. */
  public boolean findsIn(String text) {
    return pattern.matcher(text).find();
  }
}
