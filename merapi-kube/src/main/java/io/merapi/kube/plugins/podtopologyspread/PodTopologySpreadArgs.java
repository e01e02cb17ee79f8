package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.api.pod.TopologySpreadConstraint;
import io.merapi.kube.configuration.FieldErrors;
import java.util.ArrayList;
import java.util.List;

/**
 * Constraints for pods that state none themselves.
 *
 * @param defaultConstraints with {@link Defaulting#LIST} only; none of them has a selector, which
 *     comes from the services and owners of the pod
 */
public record PodTopologySpreadArgs(
    List<TopologySpreadConstraint> defaultConstraints, Defaulting defaultingType) {

  public static final PodTopologySpreadArgs DEFAULTS =
      new PodTopologySpreadArgs(List.of(), Defaulting.SYSTEM);

  private static final String CONSTRAINTS = "defaultConstraints";
  private static final String TYPE = "defaultingType";

  public PodTopologySpreadArgs {
    defaultConstraints = List.copyOf(defaultConstraints);
  }

  /** Where default constraints come from. */
  public enum Defaulting {
    /** Those of Kubernetes, which spread over zones and nodes. */
    SYSTEM("System"),
    /** Those of the configuration. */
    LIST("List");

    private final String key;

    Defaulting(String key) {
      this.key = key;
    }
  }

  public static PodTopologySpreadArgs bind(Arguments in) {
    List<Arguments> items = in.objects(CONSTRAINTS);
    Defaulting type = type(in, !items.isEmpty());
    var constraints = new ArrayList<TopologySpreadConstraint>();
    for (Arguments item : items) {
      TopologySpreadConstraint constraint = DefaultConstraints.bind(item);
      DefaultConstraints.check(item, constraint);
      if (constraints.stream().anyMatch(other -> DefaultConstraints.alike(constraint, other))) {
        item.report(
            "",
            ProblemKind.DUPLICATE,
            FieldErrors.duplicate(
                "{%s, %s}".formatted(constraint.topologyKey(), constraint.whenUnsatisfiable())));
      }
      constraints.add(constraint);
    }
    return new PodTopologySpreadArgs(constraints, type);
  }

  private static Defaulting type(Arguments in, boolean constrained) {
    String given = in.text(TYPE).or("");
    String key = given.isEmpty() ? Defaulting.SYSTEM.key : given;
    for (Defaulting type : Defaulting.values()) {
      if (type.key.equals(key)) {
        if (type == Defaulting.SYSTEM && constrained) {
          in.report(
              TYPE,
              ProblemKind.INVALID,
              FieldErrors.invalid(key, "when .defaultConstraints are not empty"));
        }
        return type;
      }
    }
    in.report(
        TYPE,
        ProblemKind.NOT_SUPPORTED,
        FieldErrors.notSupported(key, List.of(Defaulting.SYSTEM.key, Defaulting.LIST.key)));
    return Defaulting.SYSTEM;
  }
}
