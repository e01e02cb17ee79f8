package io.merapi.api.selector;

import io.merapi.api.meta.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on labels that must all hold, compiled once and then matched without allocating.
 *
 * <p>A selector that cannot be compiled matches nothing and has an {@link #error()}; what that
 * means for a pod is for the plugin to decide that reads it. Upstream counterparts: {@code
 * labels.Selector} and {@code metav1.LabelSelectorAsSelector}.
 */
public final class CompiledSelector {

  /** Matches no labels, not even empty ones. */
  public static final CompiledSelector NOTHING =
      new CompiledSelector(new Requirement[0], true, null);

  /** Matches all labels. */
  public static final CompiledSelector EVERYTHING =
      new CompiledSelector(new Requirement[0], false, null);

  private final Requirement[] requirements;
  private final boolean nothing;
  private final @Nullable String error;

  private CompiledSelector(Requirement[] requirements, boolean nothing, @Nullable String error) {
    this.requirements = requirements;
    this.nothing = nothing;
    this.error = error;
  }

  /** An absent selector matches nothing, an empty one everything. */
  public static CompiledSelector of(@Nullable LabelSelector selector) {
    if (selector == null) {
      return NOTHING;
    }
    var requirements = new ArrayList<Requirement>();
    Labels matchLabels = selector.matchLabels();
    for (int i = 0; i < matchLabels.size(); i++) {
      String error =
          add(requirements, matchLabels.key(i), Operator.EQUALS, List.of(matchLabels.value(i)));
      if (error != null) {
        return failed(error);
      }
    }
    for (SelectorRequirement expression : selector.matchExpressions()) {
      Operator operator = Operator.ofLabelSelector(expression.operator());
      if (operator == null) {
        return failed(
            FieldErrors.goQuoted(expression.operator())
                + " is not a valid label selector operator");
      }
      String error = add(requirements, expression.key(), operator, expression.values());
      if (error != null) {
        return failed(error);
      }
    }
    return of(requirements);
  }

  /** Each of the labels must be there with its value; upstream's {@code SelectorFromSet}. */
  public static CompiledSelector ofLabels(Labels labels) {
    var requirements = new ArrayList<Requirement>();
    for (int i = 0; i < labels.size(); i++) {
      requirements.add(new Requirement(labels.key(i), Operator.EQUALS, List.of(labels.value(i))));
    }
    return of(requirements);
  }

  /** A single condition; upstream's {@code labels.NewRequirement}. */
  public static CompiledSelector of(String key, Operator operator, List<String> values) {
    var requirements = new ArrayList<Requirement>();
    String error = add(requirements, key, operator, values);
    return error != null ? failed(error) : of(requirements);
  }

  private static @Nullable String add(
      List<Requirement> requirements, String key, Operator operator, List<String> values) {
    List<String> problems = Requirement.problems(key, operator, values, "");
    if (!problems.isEmpty()) {
      return FieldErrors.aggregate(problems);
    }
    requirements.add(new Requirement(key, operator, values));
    return null;
  }

  /** Requirements that have been checked. */
  static CompiledSelector of(List<Requirement> requirements) {
    if (requirements.isEmpty()) {
      return EVERYTHING;
    }
    Requirement[] sorted = requirements.toArray(Requirement[]::new);
    Arrays.sort(sorted, Comparator.comparing(Requirement::key));
    return new CompiledSelector(sorted, false, null);
  }

  private static CompiledSelector failed(String error) {
    return new CompiledSelector(new Requirement[0], true, error);
  }

  /** Both conditions; nothing and the first error win over everything else. */
  public CompiledSelector and(CompiledSelector other) {
    if (nothing) {
      return this;
    }
    if (other.nothing) {
      return other;
    }
    var both = new ArrayList<>(Arrays.asList(requirements));
    both.addAll(Arrays.asList(other.requirements));
    return of(both);
  }

  public boolean matches(Labels labels) {
    if (nothing) {
      return false;
    }
    for (Requirement requirement : requirements) {
      if (!requirement.matches(labels)) {
        return false;
      }
    }
    return true;
  }

  /** Whether there are no conditions, so that everything matches; upstream's {@code Empty}. */
  public boolean isEverything() {
    return !nothing && requirements.length == 0;
  }

  /** Whether nothing can match, because the selector was absent or could not be compiled. */
  public boolean isNothing() {
    return nothing;
  }

  /** Why the selector could not be compiled, in upstream's words; null if it could. */
  public @Nullable String error() {
    return error;
  }

  /**
   * The only value of a label that can match, as far as the label's first condition tells; null if
   * there is not exactly one. Upstream's {@code RequiresExactMatch}.
   */
  public @Nullable String onlyValue(String key) {
    for (Requirement requirement : requirements) {
      if (requirement.key().equals(key)) {
        return requirement.onlyValue();
      }
    }
    return null;
  }

  /** Whether the conditions are the same, in the same order. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CompiledSelector selector
        && nothing == selector.nothing
        && Arrays.equals(requirements, selector.requirements)
        && Objects.equals(error, selector.error);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(requirements);
  }

  /** The text that upstream prints: {@code a=b,c in (d,e),!f}. */
  @Override
  public String toString() {
    return Arrays.stream(requirements).map(Requirement::toString).collect(Collectors.joining(","));
  }
}
