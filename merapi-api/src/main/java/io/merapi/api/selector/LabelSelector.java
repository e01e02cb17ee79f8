package io.merapi.api.selector;

import io.merapi.api.meta.Labels;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A selector over labels, as written. A selector that is present but empty matches everything; a
 * fact whose selector is absent holds {@code null} and matches nothing.
 */
public record LabelSelector(Labels matchLabels, List<SelectorRequirement> matchExpressions) {

  public LabelSelector {
    matchExpressions = List.copyOf(matchExpressions);
  }

  /** The label keys that the selector reads, each once. */
  public Set<String> keys() {
    var keys = new LinkedHashSet<>(matchLabels.toMap().keySet());
    matchExpressions.forEach(requirement -> keys.add(requirement.key()));
    return keys;
  }
}
