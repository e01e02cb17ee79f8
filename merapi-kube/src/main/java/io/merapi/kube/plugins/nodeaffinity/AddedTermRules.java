package io.merapi.kube.plugins.nodeaffinity;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.QualifiedNames;
import java.util.List;

/** What the conditions of added affinity must be; those of pods are judged when they are used. */
final class AddedTermRules {

  private static final List<String> LABEL_OPERATORS =
      List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
  private static final List<String> FIELD_OPERATORS = List.of("In", "NotIn");

  private final Arguments in;

  private AddedTermRules(Arguments in) {
    this.in = in;
  }

  /** Reports what is wrong with a term, with paths below the given object. */
  static void check(Arguments in, NodeSelectorTerm term) {
    var rules = new AddedTermRules(in);
    for (int i = 0; i < term.matchExpressions().size(); i++) {
      rules.label("matchExpressions[%d]".formatted(i), term.matchExpressions().get(i));
    }
    for (int i = 0; i < term.matchFields().size(); i++) {
      rules.field("matchFields[%d]".formatted(i), term.matchFields().get(i));
    }
  }

  private void label(String path, SelectorRequirement requirement) {
    List<String> values = requirement.values();
    if (!LABEL_OPERATORS.contains(requirement.operator())) {
      notSupported(path, requirement.operator(), LABEL_OPERATORS);
      return;
    }
    List<String> keyFaults = QualifiedNames.faults(requirement.key());
    if (!keyFaults.isEmpty()) {
      invalid(path + ".key", requirement.key(), String.join("; ", keyFaults));
    }
    switch (requirement.operator()) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          invalid(path, values, "for 'in', 'notin' operators, values set can't be empty");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          invalid(path, values, "values set must be empty for exists and does not exist");
        }
      }
      default -> numbers(path, values);
    }
    for (int i = 0; i < values.size(); i++) {
      List<String> faults = QualifiedNames.valueFaults(values.get(i));
      if (!faults.isEmpty()) {
        invalid(
            "%s.values[%d][%s]".formatted(path, i, requirement.key()),
            values.get(i),
            String.join("; ", faults));
      }
    }
  }

  private void numbers(String path, List<String> values) {
    if (values.size() != 1) {
      invalid(path, values, "for 'Gt', 'Lt' operators, exactly one value is required");
    }
    for (int i = 0; i < values.size(); i++) {
      if (!isInteger(values.get(i))) {
        invalid(
            "%s.values[%d]".formatted(path, i),
            values.get(i),
            "for 'Gt', 'Lt' operators, the value must be an integer");
      }
    }
  }

  private void field(String path, SelectorRequirement requirement) {
    if (!FIELD_OPERATORS.contains(requirement.operator())) {
      notSupported(path, requirement.operator(), FIELD_OPERATORS);
    } else if (requirement.values().size() != 1) {
      invalid(path, requirement.values(), "must have one element");
    }
  }

  private void notSupported(String path, String operator, List<String> supported) {
    in.report(
        path + ".operator",
        ProblemKind.NOT_SUPPORTED,
        FieldErrors.notSupported(operator, supported));
  }

  private void invalid(String path, String value, String detail) {
    in.report(path, ProblemKind.INVALID, FieldErrors.invalid(value, detail));
  }

  private void invalid(String path, List<String> values, String detail) {
    String json = String.join(",", values.stream().map(FieldErrors::quote).toList());
    in.report(
        path + ".values", ProblemKind.INVALID, FieldErrors.invalidJson("[" + json + "]", detail));
  }

  private static boolean isInteger(String text) {
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
