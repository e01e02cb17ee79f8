package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.TopologySpreadConstraint;
import io.merapi.api.selector.CompiledSelector;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpreadArgs.Defaulting;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the constraints that hold for a pod: its own, or the defaults where it states none. */
final class ConstraintSource {

  private static final List<TopologySpreadConstraint> SYSTEM_DEFAULTS =
      List.of(soft(3, WellKnownKeys.HOSTNAME), soft(5, WellKnownKeys.ZONE));

  private final List<TopologySpreadConstraint> defaults;
  private final boolean systemDefaulted;
  private final boolean readsMatchLabelKeys;

  ConstraintSource(PodTopologySpreadArgs args, FeatureGates gates) {
    this.systemDefaulted = args.defaultingType() == Defaulting.SYSTEM;
    this.defaults = systemDefaulted ? SYSTEM_DEFAULTS : args.defaultConstraints();
    this.readsMatchLabelKeys = gates.enabled(FeatureGate.MATCH_LABEL_KEYS_IN_POD_TOPOLOGY_SPREAD);
  }

  private static TopologySpreadConstraint soft(int maxSkew, String topologyKey) {
    return new TopologySpreadConstraint(
        maxSkew, topologyKey, Strength.SOFT.action, null, null, "", "", List.of());
  }

  /** What a constraint is for. */
  enum Strength {
    /** Nodes that break it are rejected. */
    HARD("DoNotSchedule"),
    /** Nodes that break it score less. */
    SOFT("ScheduleAnyway");

    private final String action;

    Strength(String action) {
      this.action = action;
    }
  }

  /**
   * Constraints, or why there are none.
   *
   * @param error upstream's words for a selector that cannot be compiled; absent otherwise
   */
  record Found(List<SpreadConstraint> constraints, @Nullable String error) {}

  /**
   * Whether a node that is in no domain of one of the constraints is left out altogether. Only the
   * system's defaults spread over hosts also where nodes have no zone.
   */
  boolean needsAllDomains(PodInfo pod) {
    return !systemDefaulted || statesOwn(pod);
  }

  Found find(Strength strength, PodInfo pod, ClusterView cluster) {
    return statesOwn(pod) ? own(strength, pod) : new Found(defaults(strength, pod, cluster), null);
  }

  /** Whether constraints of a strength may bear on a pod at all, as it and the defaults stand. */
  boolean mayConstrain(Strength strength, PodInfo pod) {
    List<TopologySpreadConstraint> stated =
        statesOwn(pod) ? pod.pod().spec().topologySpreadConstraints() : defaults;
    for (int i = 0; i < stated.size(); i++) {
      if (stated.get(i).whenUnsatisfiable().equals(strength.action)) {
        return true;
      }
    }
    return false;
  }

  /** The kinds of objects that it looks at to find them. */
  Set<ObjectKind> reads(Strength strength, PodInfo pod) {
    return statesOwn(pod) || defaults(strength).isEmpty() ? Set.of() : OwnerSelector.READ;
  }

  private static boolean statesOwn(PodInfo pod) {
    return !pod.pod().spec().topologySpreadConstraints().isEmpty();
  }

  private Found own(Strength strength, PodInfo pod) {
    var found = new ArrayList<SpreadConstraint>();
    for (TopologySpreadConstraint constraint : pod.pod().spec().topologySpreadConstraints()) {
      if (constraint.whenUnsatisfiable().equals(strength.action)) {
        CompiledSelector selector = CompiledSelector.of(constraint.labelSelector());
        if (selector.error() != null) {
          return new Found(List.of(), selector.error());
        }
        found.add(SpreadConstraint.of(constraint, narrowed(selector, constraint, pod)));
      }
    }
    return new Found(List.copyOf(found), null);
  }

  /** Demands also the values that the pod itself has under the constraint's label keys. */
  private CompiledSelector narrowed(
      CompiledSelector selector, TopologySpreadConstraint constraint, PodInfo pod) {
    if (!readsMatchLabelKeys || constraint.matchLabelKeys().isEmpty()) {
      return selector;
    }
    Labels podLabels = pod.pod().meta().labels();
    var values = new TreeMap<String, String>();
    for (String key : constraint.matchLabelKeys()) {
      String value = podLabels.get(key);
      if (value != null) {
        values.put(key, value);
      }
    }
    return CompiledSelector.ofLabels(Labels.of(values)).and(selector);
  }

  private List<SpreadConstraint> defaults(Strength strength, PodInfo pod, ClusterView cluster) {
    List<TopologySpreadConstraint> wanted = defaults(strength);
    if (wanted.isEmpty()) {
      return List.of();
    }
    CompiledSelector selector = OwnerSelector.of(pod, cluster);
    return selector.isEverything()
        ? List.of()
        : wanted.stream().map(constraint -> SpreadConstraint.of(constraint, selector)).toList();
  }

  private List<TopologySpreadConstraint> defaults(Strength strength) {
    return defaults.stream().filter(c -> c.whenUnsatisfiable().equals(strength.action)).toList();
  }
}
