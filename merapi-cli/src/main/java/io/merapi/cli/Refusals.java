package io.merapi.cli;

import io.merapi.cluster.reload.ReloadResult;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/** Why a changed configuration is not put in force, in one line. */
final class Refusals {

  private Refusals() {}

  /**
   * For what a file says.
   *
   * @param problems of all severities
   * @param otherwise where none of them tells
   */
  static ReloadResult.Refused of(List<Problem> problems, String otherwise) {
    List<Problem> wrong =
        problems.stream().filter(problem -> problem.severity() != Severity.NOTE).toList();
    Problem first =
        wrong.stream()
            .filter(problem -> problem.severity() == Severity.REFUSED)
            .findFirst()
            .orElse(wrong.isEmpty() ? null : wrong.getFirst());
    if (first == null) {
      return new ReloadResult.Refused(otherwise);
    }
    String advice = first.advice().isEmpty() ? "" : "; " + first.advice();
    String more = wrong.size() == 1 ? "" : " (and %d more)".formatted(wrong.size() - 1);
    return new ReloadResult.Refused(first + advice + more);
  }

  /** For a file that cannot be read. */
  static ReloadResult.Refused of(IOException e) {
    return new ReloadResult.Refused(
        e instanceof NoSuchFileException missing
            ? "(%s) does not exist".formatted(missing.getFile())
            : e.toString());
  }
}
