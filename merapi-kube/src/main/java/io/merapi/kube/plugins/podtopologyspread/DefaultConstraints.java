package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.meta.Labels;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.api.pod.TopologySpreadConstraint;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.Int32;
import io.merapi.kube.configuration.QualifiedNames;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The constraints of a configuration: how they are read and what they must be. */
final class DefaultConstraints {

  private static final List<String> ACTIONS = List.of("DoNotSchedule", "ScheduleAnyway");
  private static final String SELECTOR = "labelSelector";
  private static final String WHEN = "whenUnsatisfiable";

  private DefaultConstraints() {}

  static TopologySpreadConstraint bind(Arguments in) {
    return new TopologySpreadConstraint(
        Int32.read(in, "maxSkew", 0),
        in.text("topologyKey").or(""),
        in.text(WHEN).or(""),
        selector(in),
        in.has("minDomains") ? Int32.read(in, "minDomains", 1) : null,
        in.text("nodeAffinityPolicy").or(""),
        in.text("nodeTaintsPolicy").or(""),
        in.texts("matchLabelKeys"));
  }

  static void check(Arguments in, TopologySpreadConstraint constraint) {
    if (constraint.maxSkew() <= 0) {
      in.report(
          "maxSkew",
          ProblemKind.INVALID,
          FieldErrors.invalid(constraint.maxSkew(), "not in valid range (0, inf)"));
    }
    checkTopologyKey(in, constraint.topologyKey());
    String when = constraint.whenUnsatisfiable();
    if (when.isEmpty()) {
      in.report(WHEN, ProblemKind.REQUIRED, FieldErrors.required("can not be empty"));
    } else if (!ACTIONS.contains(when)) {
      in.report(WHEN, ProblemKind.NOT_SUPPORTED, FieldErrors.notSupported(when, ACTIONS));
    }
    if (constraint.labelSelector() != null) {
      in.report(
          SELECTOR,
          ProblemKind.FORBIDDEN,
          FieldErrors.forbidden(
              "constraint must not define a selector, as they deduced for each pod"));
    }
  }

  /** Whether two constraints say something of the same thing. */
  static boolean alike(TopologySpreadConstraint one, TopologySpreadConstraint other) {
    return one.topologyKey().equals(other.topologyKey())
        && one.whenUnsatisfiable().equals(other.whenUnsatisfiable());
  }

  private static void checkTopologyKey(Arguments in, String topologyKey) {
    if (topologyKey.isEmpty()) {
      in.report("topologyKey", ProblemKind.REQUIRED, FieldErrors.required("can not be empty"));
      return;
    }
    for (String fault : QualifiedNames.faults(topologyKey)) {
      in.report("topologyKey", ProblemKind.INVALID, FieldErrors.invalid(topologyKey, fault));
    }
  }

  private static @Nullable LabelSelector selector(Arguments in) {
    Arguments selector = in.object(SELECTOR);
    Arguments matchLabels = selector.object("matchLabels");
    var labels = new TreeMap<String, String>();
    for (String key : matchLabels.keys()) {
      labels.put(key, matchLabels.text(key).or(""));
    }
    var expressions = new ArrayList<SelectorRequirement>();
    for (Arguments item : selector.objects("matchExpressions")) {
      expressions.add(
          new SelectorRequirement(
              item.text("key").or(""), item.text("operator").or(""), item.texts("values")));
    }
    return in.has(SELECTOR) ? new LabelSelector(Labels.of(labels), expressions) : null;
  }
}
