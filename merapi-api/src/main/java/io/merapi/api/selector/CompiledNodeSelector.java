package io.merapi.api.selector;

import io.merapi.api.meta.Labels;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node selector, compiled once and then matched without allocating: some term must match.
 *
 * <p>A term that cannot be compiled matches no node and does not keep the others from matching.
 * Upstream counterpart: {@code nodeaffinity.LazyErrorNodeSelector}, and {@code NodeSelector} for
 * those who treat an error as fatal.
 */
public final class CompiledNodeSelector {

  private final CompiledNodeTerm[] terms;
  private final @Nullable String error;

  private CompiledNodeSelector(CompiledNodeTerm[] terms, @Nullable String error) {
    this.terms = terms;
    this.error = error;
  }

  public static CompiledNodeSelector of(NodeSelector selector) {
    return of(selector, "");
  }

  /**
   * The selector with errors that name the field they are about.
   *
   * @param path where the selector stands, for errors; may be empty
   */
  public static CompiledNodeSelector of(NodeSelector selector, String path) {
    String termsPath = FieldErrors.child(path, "nodeSelectorTerms");
    var valid = new ArrayList<CompiledNodeTerm>();
    var errors = new ArrayList<String>();
    List<NodeSelectorTerm> terms = selector.terms();
    for (int i = 0; i < terms.size(); i++) {
      if (!CompiledNodeTerm.isEmpty(terms.get(i))) {
        CompiledNodeTerm term = CompiledNodeTerm.of(terms.get(i), FieldErrors.index(termsPath, i));
        errors.addAll(term.errors());
        if (term.errors().isEmpty()) {
          valid.add(term);
        }
      }
    }
    return new CompiledNodeSelector(
        valid.toArray(CompiledNodeTerm[]::new),
        errors.isEmpty() ? null : FieldErrors.aggregate(errors));
  }

  public boolean matches(Labels nodeLabels, String nodeName) {
    for (CompiledNodeTerm term : terms) {
      if (term.matches(nodeLabels, nodeName)) {
        return true;
      }
    }
    return false;
  }

  /**
   * What is wrong with the terms, in upstream's words; null if nothing is. Upstream reports it for
   * nodes that no term matches.
   */
  public @Nullable String error() {
    return error;
  }
}
