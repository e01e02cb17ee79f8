package io.merapi.config.source;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.source.Problem.Severity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The findings of one reading, gathered so that the user sees all of them at once. */
public final class Problems {

  /** More problems of one severity than anybody reads; a hostile file has many more. */
  private static final int MAX_EACH = 1_000;

  private final List<Problem> found = new ArrayList<>();
  private final Map<Severity, Integer> counts = new EnumMap<>(Severity.class);

  public void add(Problem problem) {
    if (counts.merge(problem.severity(), 1, Integer::sum) <= MAX_EACH) {
      found.add(problem);
    }
  }

  public void add(
      Severity severity, ProblemKind kind, Location where, String path, String message) {
    add(new Problem(severity, kind, where, path, message, ""));
  }

  public void addAll(List<Problem> problems) {
    problems.forEach(this::add);
  }

  /**
   * The findings in the order in which they were made; of each severity the first thousand of them.
   */
  public List<Problem> all() {
    return List.copyOf(found);
  }

  public boolean any(Severity severity) {
    return counts.containsKey(severity);
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }
}
