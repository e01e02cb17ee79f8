package io.merapi.kube.plugins.nodeaffinity;

import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The nodes that a selector names, so that no other node needs to be looked at. */
final class NamedNodes {

  private NamedNodes() {}

  /**
   * The only nodes that can match by their names; null where some term leaves the name open, or
   * where there is no term.
   */
  static @Nullable Set<String> in(NodeSelector selector) {
    if (selector.terms().isEmpty()) {
      return null;
    }
    var names = new TreeSet<String>();
    for (NodeSelectorTerm term : selector.terms()) {
      Set<String> ofTerm = in(term);
      if (ofTerm == null) {
        return null;
      }
      names.addAll(ofTerm);
    }
    return Collections.unmodifiableSet(names);
  }

  private static @Nullable Set<String> in(NodeSelectorTerm term) {
    Set<String> names = null;
    for (SelectorRequirement field : term.matchFields()) {
      if (field.key().equals("metadata.name") && field.operator().equals("In")) {
        if (names == null) {
          names = new TreeSet<>(field.values());
        } else {
          names.retainAll(field.values());
        }
      }
    }
    return names;
  }
}
