package io.merapi.api.selector;

import io.merapi.api.meta.LabelSyntax;
import io.merapi.api.meta.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One condition on labels, ready to be matched; upstream's {@code labels.Requirement}. */
final class Requirement {

  /** From this many values on, looking one up in a set beats comparing it with each. */
  private static final int MANY_VALUES = 8;

  private final String key;
  private final Operator operator;
  private final String[] values;
  private final @Nullable Set<String> manyValues;
  private final long bound;

  /** A requirement of which {@link #problems} finds nothing to complain of. */
  Requirement(String key, Operator operator, List<String> values) {
    this.key = key;
    this.operator = operator;
    this.values = values.toArray(String[]::new);
    this.manyValues = values.size() < MANY_VALUES ? null : new HashSet<>(values);
    boolean numeric = operator == Operator.GREATER_THAN || operator == Operator.LESS_THAN;
    this.bound = numeric ? Long.parseLong(values.getFirst()) : 0;
  }

  String key() {
    return key;
  }

  boolean matches(Labels labels) {
    String value = labels.get(key);
    return switch (operator) {
      case IN, EQUALS, DOUBLE_EQUALS -> value != null && has(value);
      case NOT_IN, NOT_EQUALS -> value == null || !has(value);
      case EXISTS -> value != null;
      case DOES_NOT_EXIST -> value == null;
      case GREATER_THAN -> value != null && Int64Text.compare(value, bound) == Int64Text.GREATER;
      case LESS_THAN -> value != null && Int64Text.compare(value, bound) == Int64Text.LESS;
    };
  }

  private boolean has(String value) {
    if (manyValues != null) {
      return manyValues.contains(value);
    }
    for (String candidate : values) {
      if (candidate.equals(value)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Requirement requirement
        && key.equals(requirement.key)
        && operator == requirement.operator
        && Arrays.equals(values, requirement.values);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  /** The only value that the requirement lets through, or null if there is not exactly one. */
  @Nullable String onlyValue() {
    return switch (operator) {
      case IN, EQUALS, DOUBLE_EQUALS -> values.length == 1 ? values[0] : null;
      case NOT_IN, NOT_EQUALS, EXISTS, DOES_NOT_EXIST, GREATER_THAN, LESS_THAN -> null;
    };
  }

  /** What upstream finds wrong with a requirement, each complaint once; empty if nothing is. */
  static List<String> problems(String key, Operator operator, List<String> values, String path) {
    var problems = new ArrayList<String>();
    List<String> keyProblems = LabelSyntax.keyProblems(key);
    if (!keyProblems.isEmpty()) {
      problems.add(
          FieldErrors.invalid(FieldErrors.child(path, "key"), key, String.join("; ", keyProblems)));
    }
    String valuesPath = FieldErrors.child(path, "values");
    String wrongCount = wrongCount(operator, values.size());
    if (wrongCount != null) {
      problems.add(FieldErrors.invalid(valuesPath, values, wrongCount));
    }
    if (operator == Operator.GREATER_THAN || operator == Operator.LESS_THAN) {
      for (int i = 0; i < values.size(); i++) {
        if (!Int64Text.isInteger(values.get(i))) {
          problems.add(
              FieldErrors.invalid(
                  FieldErrors.index(valuesPath, i),
                  values.get(i),
                  "for 'Gt', 'Lt' operators, the value must be an integer"));
        }
      }
    }
    for (int i = 0; i < values.size(); i++) {
      List<String> valueProblems = LabelSyntax.valueProblems(values.get(i));
      if (!valueProblems.isEmpty()) {
        problems.add(
            FieldErrors.invalid(
                FieldErrors.index(valuesPath, i) + "[" + key + "]",
                values.get(i),
                String.join("; ", valueProblems)));
      }
    }
    return problems;
  }

  private static @Nullable String wrongCount(Operator operator, int count) {
    return switch (operator) {
      case IN, NOT_IN ->
          count > 0 ? null : "for 'in', 'notin' operators, values set can't be empty";
      case EQUALS, DOUBLE_EQUALS, NOT_EQUALS ->
          count == 1 ? null : "exact-match compatibility requires one single value";
      case EXISTS, DOES_NOT_EXIST ->
          count == 0 ? null : "values set must be empty for exists and does not exist";
      case GREATER_THAN, LESS_THAN ->
          count == 1 ? null : "for 'Gt', 'Lt' operators, exactly one value is required";
    };
  }

  /** The text that upstream prints, values sorted. */
  @Override
  public String toString() {
    String sorted = String.join(",", List.of(values).stream().sorted().toList());
    return switch (operator) {
      case IN, NOT_IN -> key + " " + operator.symbol() + " (" + sorted + ")";
      case EQUALS, DOUBLE_EQUALS, NOT_EQUALS -> key + operator.symbol() + sorted;
      case GREATER_THAN -> key + ">" + sorted;
      case LESS_THAN -> key + "<" + sorted;
      case EXISTS -> key;
      case DOES_NOT_EXIST -> "!" + key;
    };
  }
}
