package io.merapi.config.objects;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;

/** Times as RFC 3339 writes them. */
final class Times {

  private static final String FORM = "0000-00-00T00:00:00Z";

  private Times() {}

  /**
   * Reads a time.
   *
   * <p>Whole seconds in UTC, which is all that the API server writes for most fields, are read
   * without the general parser: it takes longer than the rest of a pod's metadata.
   *
   * @throws java.time.DateTimeException if the text is not a time
   */
  static Instant parse(String text) {
    return hasUsualForm(text) ? usual(text) : OffsetDateTime.parse(text).toInstant();
  }

  private static boolean hasUsualForm(String text) {
    if (text.length() != FORM.length()) {
      return false;
    }
    for (int i = 0; i < FORM.length(); i++) {
      char expected = FORM.charAt(i);
      char found = text.charAt(i);
      if (expected == '0' ? found < '0' || found > '9' : found != expected) {
        return false;
      }
    }
    return number(text, 11, 13) < 24 && number(text, 14, 16) < 60 && number(text, 17, 19) < 60;
  }

  private static Instant usual(String text) {
    long day =
        LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)).toEpochDay();
    int second = number(text, 11, 13) * 3600 + number(text, 14, 16) * 60 + number(text, 17, 19);
    return Instant.ofEpochSecond(day * 86_400 + second);
  }

  private static int number(String text, int start, int end) {
    int number = 0;
    for (int i = start; i < end; i++) {
      number = number * 10 + (text.charAt(i) - '0');
    }
    return number;
  }
}
