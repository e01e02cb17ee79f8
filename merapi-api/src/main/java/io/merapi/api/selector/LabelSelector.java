package io.merapi.api.selector;

import io.merapi.api.meta.Labels;
import java.util.List;

/**
 * A selector over labels, as written. A selector that is present but empty matches everything; a
 * fact whose selector is absent holds {@code null} and matches nothing.
 */
public record LabelSelector(Labels matchLabels, List<SelectorRequirement> matchExpressions) {

  public LabelSelector {
    matchExpressions = List.copyOf(matchExpressions);
  }
}
