package io.merapi.api.selector;

import java.util.List;

/** Terms of which one must match the node. */
public record NodeSelector(List<NodeSelectorTerm> terms) {

  public NodeSelector {
    terms = List.copyOf(terms);
  }
}
