package io.merapi.config.kube;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.feature.FeatureGates.Refusal;
import io.merapi.api.feature.KnownGate;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.config.source.Location;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.config.source.Problems;
import io.merapi.config.source.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the value of {@code --feature-gates}, such as {@code Name=true,kube:Other=false}; the only
 * component that a gate may name is {@code kube}.
 */
public final class FeatureGateReader {

  private static final Location OPTION = Location.of("--feature-gates");
  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");
  private static final String COMPONENT = "kube:";
  private static final Pattern COMMA = Pattern.compile(",");

  private FeatureGateReader() {}

  /** Reads gates; where something is refused, the result has the defaults. */
  public static Reading read(String text) {
    var problems = new Problems();
    Map<String, Boolean> wanted = wanted(text, problems);
    if (!problems.isEmpty()) {
      return new Reading(FeatureGates.DEFAULTS, problems.all());
    }
    FeatureGates.Outcome outcome = FeatureGates.of(wanted);
    for (Refusal refusal : outcome.refusals()) {
      problems.add(
          new Problem(
              Severity.REFUSED,
              kind(refusal),
              OPTION,
              refusal.gate(),
              refusal.message(),
              advice(refusal)));
    }
    if (outcome.refusals().isEmpty()) {
      wanted.keySet().forEach(name -> remark(name, problems));
    }
    return new Reading(outcome.gates(), problems.all());
  }

  private static Map<String, Boolean> wanted(String text, Problems problems) {
    var wanted = new LinkedHashMap<String, Boolean>();
    COMMA
        .splitAsStream(text)
        .filter(part -> !part.isEmpty())
        .forEach(part -> {
          int equals = part.indexOf('=');
          String named = (equals < 0 ? part : part.substring(0, equals)).strip();
          String name = named.startsWith(COMPONENT) ? named.substring(COMPONENT.length()) : named;
          String value = equals < 0 ? "" : part.substring(equals + 1).strip();
          if (equals < 0) {
            malformed(name, "missing bool value for " + name, problems);
          } else if (!TRUE.contains(value) && !FALSE.contains(value)) {
            malformed(
                name,
                "invalid value of %s=%s, which must be true or false".formatted(name, value),
                problems);
          } else {
            wanted.put(name, TRUE.contains(value));
          }
        });
    return wanted;
  }

  private static void malformed(String name, String message, Problems problems) {
    problems.add(Severity.REFUSED, ProblemKind.MALFORMED, OPTION, name, message);
  }

  private static ProblemKind kind(Refusal refusal) {
    return switch (refusal.reason()) {
      case UNKNOWN -> ProblemKind.UNKNOWN_NAME;
      case LOCKED -> ProblemKind.FORBIDDEN;
      case UNMET_NEED -> ProblemKind.INVALID;
    };
  }

  private static String advice(Refusal refusal) {
    return switch (refusal.reason()) {
      case UNKNOWN ->
          Spelling.advice(
              refusal.gate(), FeatureGates.known().stream().map(KnownGate::name).toList());
      case LOCKED -> "leave it out";
      case UNMET_NEED -> "";
    };
  }

  private static void remark(String name, Problems problems) {
    KnownGate gate = FeatureGates.known(name);
    if (gate == null) {
      return;
    }
    if (!gate.changesDecisions()) {
      problems.add(
          Severity.NOTE, ProblemKind.POINTLESS, OPTION, name, "changes no decision of a scheduler");
    } else if (gate.locked()) {
      problems.add(
          Severity.NOTE, ProblemKind.POINTLESS, OPTION, name, "cannot be set to anything else");
    }
  }

  /** The gates, and what is to be said of them. */
  public record Reading(FeatureGates gates, List<Problem> problems) {

    public Reading {
      problems = List.copyOf(problems);
    }

    /** Whether upstream would not start with them. */
    public boolean refused() {
      return problems.stream().anyMatch(problem -> problem.severity() == Severity.REFUSED);
    }
  }
}
