package io.merapi.config.source;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that somebody who misspelt another probably meant. */
public final class Spelling {

  private Spelling() {}

  /** Advice to use the known word nearest to the given one; empty where none is near. */
  public static String advice(String word, Collection<String> known) {
    return nearest(word, known).map("did you mean %s?"::formatted).orElse("");
  }

  /**
   * Advice to use the known word nearest to the given one; all of them where none is near.
   *
   * @param what the words are, such as {@code keys}
   */
  public static String advice(String word, Collection<String> known, String what) {
    String advice = advice(word, known);
    return advice.isEmpty() && !known.isEmpty()
        ? "known %s: %s".formatted(what, String.join(", ", known))
        : advice;
  }

  /** The known word nearest to the given one, if any is near; ties go to the first by alphabet. */
  public static Optional<String> nearest(String word, Collection<String> known) {
    int limit = Math.max(2, word.length() / 3);
    return known.stream()
        // Cheap, and no word is so long that the distance to it could not be found.
        .filter(candidate -> Math.abs(candidate.length() - word.length()) <= limit)
        .filter(candidate -> distance(word, candidate) <= limit)
        .min(
            Comparator.comparingInt((String candidate) -> distance(word, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** Edit distance with swaps of neighbours, upper and lower case alike. */
  static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        cost[i][j] =
            Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
