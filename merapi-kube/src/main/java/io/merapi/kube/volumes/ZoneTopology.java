package io.merapi.kube.volumes;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Turns the zones of an in-tree volume into the label by which a CSI driver knows zones.
 *
 * <p>What the volume's node affinity says of zones comes before its labels.
 */
final class ZoneTopology {

  private static final String DELIMITER = "__";

  private ZoneTopology() {}

  /** The zones that a label of a volume lists. */
  static List<String> split(String zones) {
    return List.of(zones.split(DELIMITER, -1));
  }

  static @Nullable NodeSelector translate(
      @Nullable NodeSelector nodes, Labels labels, String zoneKey) {
    boolean beta = usesBetaLabels(nodes, labels);
    String zone = beta ? WellKnownKeys.BETA_ZONE : WellKnownKeys.ZONE;
    NodeSelector translated = nodes;
    if (hasValues(nodes, zone)) {
      translated = renamed(nodes, zone, zoneKey);
    } else if (labels.has(zone)) {
      translated = withZones(nodes, zoneKey, split(labels.getOrDefault(zone, "")));
    }
    // New nodes have the regions under their later name only.
    return beta && hasValues(translated, WellKnownKeys.BETA_REGION)
        ? renamed(translated, WellKnownKeys.BETA_REGION, WellKnownKeys.REGION)
        : translated;
  }

  private static boolean usesBetaLabels(@Nullable NodeSelector nodes, Labels labels) {
    if (has(nodes, WellKnownKeys.ZONE)) {
      return false;
    }
    return has(nodes, WellKnownKeys.BETA_ZONE)
        || (!labels.has(WellKnownKeys.ZONE) && labels.has(WellKnownKeys.BETA_ZONE));
  }

  private static boolean has(@Nullable NodeSelector nodes, String key) {
    return nodes != null
        && nodes.terms().stream()
            .flatMap(term -> term.matchExpressions().stream())
            .anyMatch(requirement -> requirement.key().equals(key));
  }

  private static boolean hasValues(@Nullable NodeSelector nodes, String key) {
    return nodes != null
        && nodes.terms().stream()
            .flatMap(term -> term.matchExpressions().stream())
            .anyMatch(
                requirement -> requirement.key().equals(key) && !requirement.values().isEmpty());
  }

  private static @Nullable NodeSelector renamed(
      @Nullable NodeSelector nodes, String from, String to) {
    return nodes == null
        ? null
        : mapped(
            nodes.terms(),
            expressions ->
                expressions.stream()
                    .map(requirement ->
                        requirement.key().equals(from)
                            ? new SelectorRequirement(
                                to, requirement.operator(), requirement.values())
                            : requirement)
                    .toList());
  }

  /** The nodes of these that are also in one of the zones. */
  private static @Nullable NodeSelector withZones(
      @Nullable NodeSelector nodes, String key, List<String> zones) {
    var values = new TreeSet<String>();
    zones.stream().map(String::strip).filter(zone -> !zone.isEmpty()).forEach(values::add);
    if (values.isEmpty()) {
      return nodes;
    }
    var requirement = new SelectorRequirement(key, "In", List.copyOf(values));
    List<NodeSelectorTerm> terms =
        nodes == null || nodes.terms().isEmpty()
            ? List.of(new NodeSelectorTerm(List.of(), List.of()))
            : nodes.terms();
    return mapped(
        terms,
        expressions -> {
          var more = new ArrayList<>(expressions);
          more.add(requirement);
          return more;
        });
  }

  private static NodeSelector mapped(
      List<NodeSelectorTerm> terms, UnaryOperator<List<SelectorRequirement>> change) {
    return new NodeSelector(
        terms.stream()
            .map(term ->
                new NodeSelectorTerm(change.apply(term.matchExpressions()), term.matchFields()))
            .toList());
  }
}
