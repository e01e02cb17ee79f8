package io.merapi.config.source;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.source.Problem.Severity;
import java.util.ArrayList;
import java.util.List;

/** The findings of one reading, gathered so that the user sees all of them at once. */
public final class Problems {

  private final List<Problem> found = new ArrayList<>();

  public void add(Problem problem) {
    found.add(problem);
  }

  public void add(
      Severity severity, ProblemKind kind, Location where, String path, String message) {
    add(new Problem(severity, kind, where, path, message, ""));
  }

  /** The findings in the order in which they were made. */
  public List<Problem> all() {
    return List.copyOf(found);
  }

  public boolean any(Severity severity) {
    return found.stream().anyMatch(problem -> problem.severity() == severity);
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }
}
