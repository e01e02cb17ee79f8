package io.merapi.api.selector;

/**
 * Integers as Go reads them out of label values: a sign and ASCII digits that fit 64 bits, nothing
 * else. Matching meets values that are no numbers all the time, so none of this throws or
 * allocates.
 */
final class Int64Text {

  static final int LESS = -1;
  static final int GREATER = 1;
  static final int NOT_AN_INTEGER = 2;

  private Int64Text() {}

  static boolean isInteger(String text) {
    return compare(text, 0) != NOT_AN_INTEGER;
  }

  /** {@link #LESS}, 0 or {@link #GREATER} than the bound, or {@link #NOT_AN_INTEGER}. */
  static int compare(String text, long bound) {
    int start = !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
    if (start == text.length()) {
      return NOT_AN_INTEGER;
    }
    boolean negative = text.charAt(0) == '-';
    // The range of negative numbers is the greater one, so everything is summed up there.
    long sum = 0;
    for (int i = start; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9 || sum < (Long.MIN_VALUE + digit) / 10) {
        return NOT_AN_INTEGER;
      }
      sum = sum * 10 - digit;
    }
    if (!negative && sum == Long.MIN_VALUE) {
      return NOT_AN_INTEGER;
    }
    return Long.compare(negative ? sum : -sum, bound);
  }
}
