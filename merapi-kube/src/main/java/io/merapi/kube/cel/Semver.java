package io.merapi.kube.cel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A semantic version, version 2.0.0 of the standard.
 *
 * <p>Build metadata takes no part in comparisons; two versions are equal if neither comes before
 * the other.
 */
final class Semver implements Comparable<Semver> {

  /** Numbers are unsigned and have 64 bits. */
  private static final BigInteger BOUND = BigInteger.TWO.pow(64);

  private final long major;
  private final long minor;
  private final long patch;
  private final List<Identifier> preRelease;

  private Semver(long major, long minor, long patch, List<Identifier> preRelease) {
    this.major = major;
    this.minor = minor;
    this.patch = patch;
    this.preRelease = preRelease;
  }

  /**
   * Reads a version strictly: all three numbers, no leading zeros, no {@code v}.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Semver parse(String text) {
    String numbers = text;
    String preRelease = null;
    int plus = numbers.indexOf('+');
    if (plus >= 0) {
      for (String identifier : numbers.substring(plus + 1).split("\\.", -1)) {
        checkCharacters(identifier, "build meta data", text);
      }
      numbers = numbers.substring(0, plus);
    }
    int hyphen = numbers.indexOf('-');
    if (hyphen >= 0) {
      preRelease = numbers.substring(hyphen + 1);
      numbers = numbers.substring(0, hyphen);
    }
    String[] parts = numbers.split("\\.", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException(
          "version (%s) must have the form major.minor.patch".formatted(text));
    }
    var identifiers = new ArrayList<Identifier>();
    if (preRelease != null) {
      for (String identifier : preRelease.split("\\.", -1)) {
        identifiers.add(Identifier.parse(identifier, text));
      }
    }
    return new Semver(
        number(parts[0], text), number(parts[1], text), number(parts[2], text), identifiers);
  }

  /**
   * Reads a version leniently: with a leading {@code v}, leading zeros, or without the last
   * numbers.
   */
  static Semver parseNormalized(String text) {
    String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
    var filled = new ArrayList<String>();
    for (String part : parts) {
      filled.add(withoutLeadingZeros(part));
    }
    if (filled.size() < 3) {
      String last = filled.getLast();
      if (last.contains("+") || last.contains("-")) {
        throw new IllegalArgumentException(
            "short version (%s) cannot contain pre-release or build meta data".formatted(text));
      }
      while (filled.size() < 3) {
        filled.add("0");
      }
    }
    return parse(String.join(".", filled));
  }

  private static String withoutLeadingZeros(String part) {
    if (part.length() <= 1) {
      return part;
    }
    int start = 0;
    while (start < part.length() && part.charAt(start) == '0') {
      start++;
    }
    String rest = part.substring(start);
    return rest.isEmpty() || !isDigit(rest.charAt(0)) ? "0" + rest : rest;
  }

  static Semver parse(String text, boolean normalize) {
    return normalize ? parseNormalized(text) : parse(text);
  }

  long major() {
    return major;
  }

  long minor() {
    return minor;
  }

  long patch() {
    return patch;
  }

  @Override
  public int compareTo(Semver other) {
    int order = Long.compareUnsigned(major, other.major);
    order = order != 0 ? order : Long.compareUnsigned(minor, other.minor);
    order = order != 0 ? order : Long.compareUnsigned(patch, other.patch);
    if (order != 0 || preRelease.isEmpty() || other.preRelease.isEmpty()) {
      // A release comes after its pre-releases.
      return order != 0 ? order : Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
    }
    int common = Math.min(preRelease.size(), other.preRelease.size());
    for (int i = 0; i < common; i++) {
      order = preRelease.get(i).compareTo(other.preRelease.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(preRelease.size(), other.preRelease.size());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Semver version && compareTo(version) == 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(major * 31 * 31 + minor * 31 + patch);
  }

  @Override
  public String toString() {
    return "%d.%d.%d".formatted(major, minor, patch);
  }

  private static long number(String text, String version) {
    if (text.isEmpty() || !text.chars().allMatch(Semver::isDigit)) {
      throw new IllegalArgumentException(
          "number (%s) of version (%s) must consist of digits".formatted(text, version));
    }
    if (text.length() > 1 && text.charAt(0) == '0') {
      throw new IllegalArgumentException(
          "number (%s) of version (%s) must not have leading zeros".formatted(text, version));
    }
    var number = new BigInteger(text);
    if (number.compareTo(BOUND) >= 0) {
      throw new IllegalArgumentException(
          "number (%s) of version (%s) must have at most 64 bits".formatted(text, version));
    }
    return number.longValue();
  }

  private static void checkCharacters(String identifier, String what, String version) {
    if (identifier.isEmpty() || !identifier.chars().allMatch(Semver::isAllowed)) {
      throw new IllegalArgumentException(
          "%s (%s) of version (%s) must consist of letters, digits and hyphens"
              .formatted(what, identifier, version));
    }
  }

  private static boolean isAllowed(int c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /**
   * One identifier of a pre-release; numbers come before words.
   *
   * @param numeric whether the identifier is a number
   */
  private record Identifier(boolean numeric, long number, String word)
      implements Comparable<Identifier> {

    static Identifier parse(String text, String version) {
      checkCharacters(text, "pre-release", version);
      return text.chars().allMatch(Semver::isDigit)
          ? new Identifier(true, Semver.number(text, version), "")
          : new Identifier(false, 0, text);
    }

    @Override
    public int compareTo(Identifier other) {
      if (numeric != other.numeric) {
        return numeric ? -1 : 1;
      }
      return numeric ? Long.compareUnsigned(number, other.number) : word.compareTo(other.word);
    }
  }
}
