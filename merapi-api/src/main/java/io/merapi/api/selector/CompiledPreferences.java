package io.merapi.api.selector;

import io.merapi.api.meta.Labels;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Preferred node terms with their weights, compiled; a node scores the weights of the terms that
 * match it.
 *
 * <p>Terms of weight 0 and terms without conditions are left out unread. Upstream counterpart:
 * {@code nodeaffinity.PreferredSchedulingTerms}.
 */
public final class CompiledPreferences {

  private final CompiledNodeTerm[] terms;
  private final long[] weights;
  private final @Nullable String error;

  private CompiledPreferences(CompiledNodeTerm[] terms, long[] weights, @Nullable String error) {
    this.terms = terms;
    this.weights = weights;
    this.error = error;
  }

  public static CompiledPreferences of(List<WeightedTerm> preferences) {
    return of(preferences, "");
  }

  /**
   * The preferences with errors that name the field they are about.
   *
   * @param path where the list stands, for errors; may be empty
   */
  public static CompiledPreferences of(List<WeightedTerm> preferences, String path) {
    var terms = new ArrayList<CompiledNodeTerm>();
    var weights = new ArrayList<Long>();
    var errors = new ArrayList<String>();
    for (int i = 0; i < preferences.size(); i++) {
      WeightedTerm preference = preferences.get(i);
      if (preference.weight() != 0 && !CompiledNodeTerm.isEmpty(preference.term())) {
        CompiledNodeTerm term = CompiledNodeTerm.of(preference.term(), FieldErrors.index(path, i));
        errors.addAll(term.errors());
        terms.add(term);
        weights.add((long) preference.weight());
      }
    }
    return new CompiledPreferences(
        terms.toArray(CompiledNodeTerm[]::new),
        weights.stream().mapToLong(Long::longValue).toArray(),
        errors.isEmpty() ? null : FieldErrors.aggregate(errors));
  }

  /** The sum of the weights of the terms that match. */
  public long score(Labels nodeLabels, String nodeName) {
    long score = 0;
    for (int i = 0; i < terms.length; i++) {
      if (terms[i].matches(nodeLabels, nodeName)) {
        score += weights[i];
      }
    }
    return score;
  }

  /** Whether no term can add to a score. */
  public boolean isEmpty() {
    return terms.length == 0;
  }

  /** What is wrong with the terms, in upstream's words; null if nothing is. */
  public @Nullable String error() {
    return error;
  }

  /** A preferred term. */
  public record WeightedTerm(int weight, NodeSelectorTerm term) {}
}
