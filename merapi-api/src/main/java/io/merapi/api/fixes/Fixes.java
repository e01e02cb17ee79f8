package io.merapi.api.fixes;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The fixes that are switched on. */
public final class Fixes {

  public static final Fixes NONE = new Fixes(EnumSet.noneOf(Fix.class));
  public static final Fixes ALL = new Fixes(EnumSet.allOf(Fix.class));

  private final EnumSet<Fix> on;

  private Fixes(EnumSet<Fix> on) {
    this.on = on;
  }

  public static Fixes of(Collection<Fix> fixes) {
    return fixes.isEmpty() ? NONE : new Fixes(EnumSet.copyOf(fixes));
  }

  /**
   * Reads {@code all}, {@code none} or names with commas between them.
   *
   * @throws IllegalArgumentException if a name is unknown; the message lists the known ones
   */
  public static Fixes parse(String text) {
    return switch (text.strip()) {
      case "all" -> ALL;
      case "none", "" -> NONE;
      default -> of(Arrays.stream(text.split(",")).map(String::strip).map(Fixes::named).toList());
    };
  }

  public boolean has(Fix fix) {
    return on.contains(fix);
  }

  public Set<Fix> on() {
    return EnumSet.copyOf(on);
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return on.isEmpty() ? "none" : on.stream().map(Fix::text).collect(Collectors.joining(","));
  }

  private static Fix named(String name) {
    return Arrays.stream(Fix.values())
        .filter(fix -> fix.text().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "(%s) is no known fix; known are all, none, %s"
                    .formatted(
                        name,
                        Arrays.stream(Fix.values())
                            .map(Fix::text)
                            .collect(Collectors.joining(", ")))));
  }
}
