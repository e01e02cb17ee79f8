package io.merapi.api.selector;

import io.merapi.api.meta.Labels;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One term of a node selector, compiled; a term without conditions matches no node. */
final class CompiledNodeTerm {

  private static final String LABEL_OPERATORS =
      "\"In\", \"NotIn\", \"Exists\", \"DoesNotExist\", \"Gt\", \"Lt\"";
  private static final String FIELD_OPERATORS = "\"In\", \"NotIn\"";

  private final CompiledSelector labels;
  private final FieldCondition[] fields;
  private final List<String> errors;

  private CompiledNodeTerm(CompiledSelector labels, FieldCondition[] fields, List<String> errors) {
    this.labels = labels;
    this.fields = fields;
    this.errors = errors;
  }

  /**
   * @param path where the term stands, for errors
   */
  static CompiledNodeTerm of(NodeSelectorTerm term, String path) {
    if (isEmpty(term)) {
      return new CompiledNodeTerm(CompiledSelector.NOTHING, new FieldCondition[0], List.of());
    }
    var errors = new ArrayList<String>();
    CompiledSelector labels =
        compileLabels(term.matchExpressions(), FieldErrors.child(path, "matchExpressions"), errors);
    FieldCondition[] fields =
        compileFields(term.matchFields(), FieldErrors.child(path, "matchFields"), errors);
    return new CompiledNodeTerm(labels, fields, List.copyOf(errors));
  }

  static boolean isEmpty(NodeSelectorTerm term) {
    return term.matchExpressions().isEmpty() && term.matchFields().isEmpty();
  }

  private static CompiledSelector compileLabels(
      List<SelectorRequirement> expressions, String path, List<String> errors) {
    var requirements = new ArrayList<Requirement>();
    for (int i = 0; i < expressions.size(); i++) {
      SelectorRequirement expression = expressions.get(i);
      String place = FieldErrors.index(path, i);
      Operator operator = Operator.ofNodeSelector(expression.operator());
      if (operator == null) {
        errors.add(
            FieldErrors.unsupported(
                FieldErrors.child(place, "operator"), expression.operator(), LABEL_OPERATORS));
        continue;
      }
      List<String> problems =
          Requirement.problems(expression.key(), operator, expression.values(), place);
      if (problems.isEmpty()) {
        requirements.add(new Requirement(expression.key(), operator, expression.values()));
      } else {
        errors.addAll(problems);
      }
    }
    return CompiledSelector.of(requirements);
  }

  private static FieldCondition[] compileFields(
      List<SelectorRequirement> expressions, String path, List<String> errors) {
    var conditions = new ArrayList<FieldCondition>();
    for (int i = 0; i < expressions.size(); i++) {
      SelectorRequirement expression = expressions.get(i);
      String place = FieldErrors.index(path, i);
      FieldCondition condition = compileField(expression, place, errors);
      if (condition != null) {
        conditions.add(condition);
      }
    }
    return conditions.toArray(FieldCondition[]::new);
  }

  private static @Nullable FieldCondition compileField(
      SelectorRequirement expression, String place, List<String> errors) {
    boolean in = expression.operator().equals("In");
    if (!in && !expression.operator().equals("NotIn")) {
      errors.add(
          FieldErrors.unsupported(
              FieldErrors.child(place, "operator"), expression.operator(), FIELD_OPERATORS));
      return null;
    }
    if (expression.values().size() != 1) {
      errors.add(
          FieldErrors.invalid(
              FieldErrors.child(place, "values"), expression.values(), "must have one element"));
      return null;
    }
    return new FieldCondition(expression.key(), expression.values().getFirst(), in);
  }

  /** What is wrong with the term, in upstream's words. */
  List<String> errors() {
    return errors;
  }

  boolean matches(Labels nodeLabels, String nodeName) {
    if (!errors.isEmpty() || !labels.matches(nodeLabels)) {
      return false;
    }
    if (!nodeName.isEmpty()) {
      for (FieldCondition field : fields) {
        if (!field.matches(nodeName)) {
          return false;
        }
      }
    }
    return true;
  }

  /** A condition on a field of a node; all fields but {@code metadata.name} are empty. */
  private record FieldCondition(String field, String value, boolean equal) {

    boolean matches(String nodeName) {
      String actual = field.equals("metadata.name") ? nodeName : "";
      return actual.equals(value) == equal;
    }
  }
}
