package io.merapi.explain.conformance;

import java.util.List;

/**
 * What came of one case.
 *
 * @param differences from the recorded answers; only a failed case has any
 * @param note why a case was not run, or only partly; empty otherwise
 */
public record CaseResult(Status status, List<Difference> differences, String note) {

  /** How far a case agrees. */
  public enum Status {
    /** Every recorded answer was compared and is equal. */
    PASSED,
    /** Some answer differs, or the case cannot be read. */
    FAILED,
    /** All answers that could be given are equal; some need parts that do not exist yet. */
    PARTLY,
    /** The case was read; the layer that would answer it does not exist yet. */
    NOT_RUN
  }

  /**
   * One answer that is not the recorded one.
   *
   * @param path of the answer inside {@code expect}
   */
  public record Difference(String path, String expected, String found) {}

  public CaseResult {
    differences = List.copyOf(differences);
  }

  static final CaseResult PASSED = new CaseResult(Status.PASSED, List.of(), "");

  static CaseResult failed(String path, String expected, String found) {
    return new CaseResult(Status.FAILED, List.of(new Difference(path, expected, found)), "");
  }

  static CaseResult notRun(String why) {
    return new CaseResult(Status.NOT_RUN, List.of(), why);
  }
}
