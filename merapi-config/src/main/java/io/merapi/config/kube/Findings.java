package io.merapi.config.kube;

import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.kube.KubeConfigurationReading.Refusal;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import io.merapi.config.source.SourceNode;
import io.merapi.config.source.SourcePath;
import io.merapi.kube.configuration.FieldErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one reading has found so far, by stage. */
final class Findings {

  private final SourceNode root;
  private final Problems decode = new Problems();
  private final Problems validate = new Problems();
  private final Problems build = new Problems();
  private final Problems remarks = new Problems();
  private @Nullable String buildMessage;

  /**
   * @param root of the tree that paths start from
   */
  Findings(SourceNode root) {
    this.root = root;
  }

  void decode(ProblemKind kind, String path, String message, String advice) {
    decode.add(refused(kind, path, message, advice));
  }

  void repeatedKey(Location where, String path) {
    decode.add(
        new Problem(
            Severity.REFUSED,
            ProblemKind.DUPLICATE,
            where,
            path,
            "is given twice",
            "keep one of them"));
  }

  void validate(ProblemKind kind, String path, String message) {
    validate(kind, path, message, "");
  }

  void validate(ProblemKind kind, String path, String message, String advice) {
    validate.add(refused(kind, path, message, advice));
  }

  /**
   * @param upstream the whole sentence with which upstream gives up
   * @param message the part of it that speaks of this place
   */
  void build(ProblemKind kind, String path, String upstream, String message, String advice) {
    buildMessage = buildMessage == null ? upstream : buildMessage;
    build.add(refused(kind, path, message, advice));
  }

  /** Of something that upstream accepts. */
  void remark(Severity severity, ProblemKind kind, String path, String message, String advice) {
    remarks.add(new Problem(severity, kind, SourcePath.locate(root, path), path, message, advice));
  }

  /** Takes problems that already know their place. */
  void take(Stage stage, List<Problem> problems) {
    (stage == Stage.DECODE ? decode : validate).addAll(problems);
  }

  boolean any(Stage stage) {
    return switch (stage) {
      case DECODE -> !decode.isEmpty();
      case VALIDATE -> !validate.isEmpty();
      case BUILD -> !build.isEmpty();
    };
  }

  /**
   * Everything found. A value that could not be read has a stand-in, and what later stages say of
   * that, or of what holds it, is left out.
   */
  List<Problem> all() {
    Set<String> unreadable = unreadable();
    var all = new ArrayList<>(decode.all());
    for (Problems later : List.of(validate, build, remarks)) {
      later.all().stream()
          .filter(problem -> !unreadable.contains(problem.path()))
          .forEach(all::add);
    }
    return all;
  }

  /** The paths of what could not be read, and of everything that holds it. */
  private Set<String> unreadable() {
    var paths = new HashSet<String>();
    for (Problem problem : decode.all()) {
      String path = problem.kind() == ProblemKind.WRONG_TYPE ? problem.path() : "";
      int end = path.length();
      while (end > 0 && paths.add(path.substring(0, end))) {
        end = Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1));
      }
    }
    return paths;
  }

  @Nullable Refusal refusal() {
    if (!decode.isEmpty()) {
      return new Refusal(Stage.DECODE, message(decode, " "));
    }
    if (!validate.isEmpty()) {
      return new Refusal(Stage.VALIDATE, message(validate, ": "));
    }
    return buildMessage == null ? null : new Refusal(Stage.BUILD, buildMessage);
  }

  private static String message(Problems problems, String separator) {
    return FieldErrors.aggregate(
        problems.all().stream()
            .map(problem ->
                problem.path().isEmpty()
                    ? problem.message()
                    : problem.path() + separator + problem.message())
            .toList());
  }

  private Problem refused(ProblemKind kind, String path, String message, String advice) {
    return new Problem(
        Severity.REFUSED, kind, SourcePath.locate(root, path), path, message, advice);
  }
}
