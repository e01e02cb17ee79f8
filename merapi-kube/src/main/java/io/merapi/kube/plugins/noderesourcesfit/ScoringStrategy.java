package io.merapi.kube.plugins.noderesourcesfit;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.ResourceWeight;
import io.merapi.kube.configuration.ShapePoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which nodes score well.
 *
 * @param resources what is looked at
 * @param shape how utilization becomes a score, for {@link Type#REQUESTED_TO_CAPACITY_RATIO} only
 */
public record ScoringStrategy(Type type, List<ResourceWeight> resources, List<ShapePoint> shape) {

  public static final ScoringStrategy DEFAULTS =
      new ScoringStrategy(Type.LEAST_ALLOCATED, ResourceWeight.CPU_AND_MEMORY, List.of());

  private static final String RATIO = "requestedToCapacityRatio";

  public ScoringStrategy {
    resources = List.copyOf(resources);
    shape = List.copyOf(shape);
  }

  /** What a node must be like to score well. */
  public enum Type {
    /** Little is used. */
    LEAST_ALLOCATED("LeastAllocated"),
    /** Much is used. */
    MOST_ALLOCATED("MostAllocated"),
    /** Utilization lies where a function wants it. */
    REQUESTED_TO_CAPACITY_RATIO("RequestedToCapacityRatio");

    private final String key;

    Type(String key) {
      this.key = key;
    }

    /** As the file writes it. */
    public String key() {
      return key;
    }
  }

  static ScoringStrategy bind(Arguments in) {
    Type type = type(in);
    List<ResourceWeight> resources = resources(in);
    Arguments ratio = in.object(RATIO);
    List<Arguments> points = ratio.objects("shape");
    List<ShapePoint> shape = ShapePoint.bind(points);
    if (type != Type.REQUESTED_TO_CAPACITY_RATIO) {
      if (in.has(RATIO)) {
        in.report(
            RATIO,
            ProblemKind.FORBIDDEN,
            FieldErrors.forbidden("must be nil when type is not RequestedToCapacityRatio"));
      }
      return new ScoringStrategy(type, resources, List.of());
    }
    if (in.has(RATIO)) {
      ShapePoint.check(ratio, "shape", points, shape);
    } else {
      in.report(
          RATIO,
          ProblemKind.REQUIRED,
          FieldErrors.required("must be specified when type is RequestedToCapacityRatio"));
    }
    return new ScoringStrategy(type, resources, shape);
  }

  /** A strategy that is given must name its type: only a strategy that is absent has a default. */
  private static Type type(Arguments in) {
    String key = in.text("type").or("");
    for (Type type : Type.values()) {
      if (type.key.equals(key)) {
        return type;
      }
    }
    in.report(
        "type",
        ProblemKind.NOT_SUPPORTED,
        FieldErrors.notSupported(key, Arrays.stream(Type.values()).map(Type::key).toList()));
    return DEFAULTS.type;
  }

  private static List<ResourceWeight> resources(Arguments in) {
    var resources = new ArrayList<ResourceWeight>();
    for (Arguments item : in.objects("resources")) {
      ResourceWeight resource = ResourceWeight.bind(item);
      if (resource.weight() <= 0 || resource.weight() > 100) {
        item.report(
            "weight",
            ProblemKind.INVALID,
            FieldErrors.invalid(
                resource.weight(),
                "resource weight of %s not in valid range (0, 100]".formatted(resource.name())));
      }
      resources.add(resource);
    }
    return resources.isEmpty() ? ResourceWeight.CPU_AND_MEMORY : resources;
  }
}
