package io.merapi.explain.conformance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a session's answers what varied when they were recorded.
 *
 * <p>An answer that was not the same each of the five times is not in the file. The scores of a
 * node and their sum were asked for apart from each other, so where one of them varied the other
 * may be there by chance: it is not compared either.
 */
final class VaryingAnswers {

  private static final List<String> SCORES = List.of("scores", "batchScores");
  private static final String TOTAL = "total";

  private VaryingAnswers() {}

  /** Changes both in place. */
  static void removeFrom(
      Map<String, @Nullable Object> expected, Map<String, @Nullable Object> found) {
    Map<String, @Nullable Object> tasks = map(found.get("tasks"));
    map(expected.get("tasks"))
        .forEach((key, task) -> {
          Map<String, @Nullable Object> nodes = map(map(tasks.get(key)).get("nodes"));
          map(map(task).get("nodes"))
              .forEach((name, node) -> removeChance(map(node), map(nodes.get(name))));
        });
    keepRecorded(expected, found);
  }

  private static void removeChance(
      Map<String, @Nullable Object> expected, Map<String, @Nullable Object> found) {
    Set<String> varied = new HashSet<>(scorers(found));
    varied.removeAll(scorers(expected));
    if (!varied.isEmpty()) {
      expected.remove(TOTAL);
    } else if (found.containsKey(TOTAL) && !expected.containsKey(TOTAL)) {
      SCORES.forEach(expected::remove);
    }
  }

  private static Set<String> scorers(Map<String, @Nullable Object> node) {
    var scorers = new HashSet<String>();
    SCORES.forEach(scores -> scorers.addAll(map(node.get(scores)).keySet()));
    return scorers;
  }

  private static void keepRecorded(
      Map<String, @Nullable Object> expected, Map<String, @Nullable Object> found) {
    found.keySet().retainAll(expected.keySet());
    for (Map.Entry<String, @Nullable Object> answer : new ArrayList<>(expected.entrySet())) {
      keepRecorded(map(answer.getValue()), map(found.get(answer.getKey())));
    }
  }

  @SuppressWarnings("unchecked") // copies hold only maps of this type
  private static Map<String, @Nullable Object> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : new TreeMap<>();
  }
}
