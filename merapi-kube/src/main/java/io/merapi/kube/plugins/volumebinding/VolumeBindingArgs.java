package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import io.merapi.kube.configuration.FieldErrors;
import io.merapi.kube.configuration.ShapePoint;
import java.util.List;

/**
 * How long binding may take, and how storage is scored.
 *
 * @param bindTimeoutSeconds 0 means not to wait
 * @param shape how the share of a storage pool in use becomes a score; empty unless {@link
 *     FeatureGate#STORAGE_CAPACITY_SCORING} is on
 */
public record VolumeBindingArgs(long bindTimeoutSeconds, List<ShapePoint> shape) {

  public static final VolumeBindingArgs DEFAULTS = new VolumeBindingArgs(600, List.of());

  /** Prefers pools of which little is in use. */
  public static final List<ShapePoint> DEFAULT_SHAPE =
      List.of(new ShapePoint(0, 10), new ShapePoint(100, 0));

  private static final String TIMEOUT = "bindTimeoutSeconds";
  private static final String SHAPE = "shape";

  public VolumeBindingArgs {
    shape = List.copyOf(shape);
  }

  public static VolumeBindingArgs bind(Arguments in, FeatureGates gates) {
    long timeout = in.integer(TIMEOUT).or(DEFAULTS.bindTimeoutSeconds);
    if (timeout < 0) {
      in.report(
          TIMEOUT,
          ProblemKind.INVALID,
          FieldErrors.invalid(
              timeout, "invalid BindTimeoutSeconds, should not be a negative value"));
    }
    List<Arguments> points = in.objects(SHAPE);
    List<ShapePoint> shape = ShapePoint.bind(points);
    if (!gates.enabled(FeatureGate.STORAGE_CAPACITY_SCORING)) {
      if (in.has(SHAPE)) {
        in.report(
            SHAPE,
            ProblemKind.INVALID,
            FieldErrors.invalidJson(
                json(shape),
                "unexpected field `shape`, remove it or turn on the feature gate"
                    + " StorageCapacityScoring"));
      }
      return new VolumeBindingArgs(timeout, List.of());
    }
    if (shape.isEmpty()) {
      return new VolumeBindingArgs(timeout, DEFAULT_SHAPE);
    }
    ShapePoint.check(in, SHAPE, points, shape);
    return new VolumeBindingArgs(timeout, shape);
  }

  private static String json(List<ShapePoint> shape) {
    return "["
        + String.join(
            ",",
            shape.stream()
                .map(point ->
                    "{\"Utilization\":%d,\"Score\":%d}"
                        .formatted(point.utilization(), point.score()))
                .toList())
        + "]";
  }
}
