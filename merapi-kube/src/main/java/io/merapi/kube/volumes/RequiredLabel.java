package io.merapi.kube.volumes;

import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A label that every node has that a selector can match, with the values that it may have there.
 *
 * <p>It says where a selector need not be tried, not where it matches: a volume of one node is
 * looked for on that node only, instead of on each of thousands.
 */
public record RequiredLabel(String key, List<String> values) {

  /** Labels that say much of where a node is come before those that say little. */
  private static final Set<String> COARSE =
      Set.of(
          WellKnownKeys.ZONE,
          WellKnownKeys.REGION,
          WellKnownKeys.BETA_ZONE,
          WellKnownKeys.BETA_REGION);

  private static final Comparator<RequiredLabel> FINEST_FIRST =
      Comparator.<RequiredLabel>comparingInt(label -> COARSE.contains(label.key) ? 1 : 0)
          .thenComparingInt(label -> label.values.size());

  public RequiredLabel {
    values = List.copyOf(values);
  }

  /** The most telling label of a node selector; null where no single label is required. */
  public static @Nullable RequiredLabel of(NodeSelector selector) {
    List<NodeSelectorTerm> terms =
        selector.terms().stream()
            .filter(term -> !term.matchExpressions().isEmpty() || !term.matchFields().isEmpty())
            .toList();
    if (terms.isEmpty()) {
      return null;
    }
    var found = new ArrayList<RequiredLabel>();
    for (RequiredLabel label : in(terms.getFirst().matchExpressions())) {
      RequiredLabel common = common(label.key, terms);
      if (common != null) {
        found.add(common);
      }
    }
    return finest(found);
  }

  /** The most telling label of a label selector; null where no label is required. */
  public static @Nullable RequiredLabel of(LabelSelector selector) {
    List<RequiredLabel> found = in(selector.matchExpressions());
    selector
        .matchLabels()
        .forEach(label -> found.add(new RequiredLabel(label.getKey(), List.of(label.getValue()))));
    return finest(found);
  }

  private static @Nullable RequiredLabel finest(List<RequiredLabel> found) {
    return found.stream().min(FINEST_FIRST).orElse(null);
  }

  private static List<RequiredLabel> in(List<SelectorRequirement> requirements) {
    var found = new ArrayList<RequiredLabel>();
    for (SelectorRequirement requirement : requirements) {
      if (requirement.operator().equals("In")) {
        found.add(new RequiredLabel(requirement.key(), requirement.values()));
      }
    }
    return found;
  }

  /** The values that any of the terms allows; null where a term does not ask for the label. */
  private static @Nullable RequiredLabel common(String key, List<NodeSelectorTerm> terms) {
    var values = new LinkedHashSet<String>();
    for (NodeSelectorTerm term : terms) {
      RequiredLabel label =
          in(term.matchExpressions()).stream()
              .filter(candidate -> candidate.key.equals(key))
              .findFirst()
              .orElse(null);
      if (label == null) {
        return null;
      }
      values.addAll(label.values);
    }
    return new RequiredLabel(key, List.copyOf(values));
  }
}
