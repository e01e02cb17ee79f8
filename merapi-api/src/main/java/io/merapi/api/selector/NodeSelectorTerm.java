package io.merapi.api.selector;

import java.util.List;

/**
 * Conditions on a node's labels and fields that must all hold; a term without any matches no node.
 */
public record NodeSelectorTerm(
    List<SelectorRequirement> matchExpressions, List<SelectorRequirement> matchFields) {

  public NodeSelectorTerm {
    matchExpressions = List.copyOf(matchExpressions);
    matchFields = List.copyOf(matchFields);
  }
}
