package io.merapi.batch.plugins.predicates;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fix;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code predicates} plugin reads from its arguments: which of kube-scheduler's filters
 * run, and how.
 *
 * @param cache whether the answers of filters that look at nothing but the node's labels and taints
 *     are remembered
 * @param dynamicResources what {@code predicate.DynamicResourceAllocationEnable} says, null if
 *     nothing; upstream never reads it and follows the feature gate
 * @param volumes how the VolumeBinding filter works; upstream reads it at the first session only
 * @param dynamicResourcesTimeout how long the DynamicResources filter may take for one node
 */
public record PredicatesArgs(
    boolean nodeAffinity,
    boolean nodePorts,
    boolean taintToleration,
    boolean podAffinity,
    boolean nodeVolumeLimits,
    boolean volumeZone,
    boolean podTopologySpread,
    boolean volumeBinding,
    boolean cache,
    @Nullable Boolean dynamicResources,
    VolumeBinding volumes,
    Duration dynamicResourcesTimeout) {

  public static final PredicatesArgs DEFAULTS =
      new PredicatesArgs(
          true,
          true,
          true,
          true,
          true,
          true,
          true,
          true,
          false,
          null,
          VolumeBinding.DEFAULTS,
          Duration.ofSeconds(10));

  private static final String DYNAMIC_RESOURCES = "predicate.DynamicResourceAllocationEnable";

  public static PredicatesArgs bind(Arguments in, FeatureGates gates) {
    boolean volumeBinding = in.flag("predicate.VolumeBindingEnable").or(DEFAULTS.volumeBinding);
    if (in.has(DYNAMIC_RESOURCES)) {
      in.report(
          DYNAMIC_RESOURCES,
          ProblemKind.POINTLESS,
          "has no effect: the filter follows the feature gate DynamicResourceAllocation");
    }
    return new PredicatesArgs(
        in.flag("predicate.NodeAffinityEnable").or(DEFAULTS.nodeAffinity),
        in.flag("predicate.NodePortsEnable").or(DEFAULTS.nodePorts),
        in.flag("predicate.TaintTolerationEnable").or(DEFAULTS.taintToleration),
        in.flag("predicate.PodAffinityEnable").or(DEFAULTS.podAffinity),
        in.flag("predicate.NodeVolumeLimitsEnable").or(DEFAULTS.nodeVolumeLimits),
        in.flag("predicate.VolumeZoneEnable").or(DEFAULTS.volumeZone),
        in.flag("predicate.PodTopologySpreadEnable").or(DEFAULTS.podTopologySpread),
        volumeBinding,
        in.flag("predicate.CacheEnable").or(DEFAULTS.cache),
        in.flag(DYNAMIC_RESOURCES).orNull(),
        volumeBinding ? VolumeBinding.bind(in, gates) : VolumeBinding.unread(in),
        dynamicResourcesTimeout(in));
  }

  /**
   * Whether the DynamicResources filter runs, as far as the arguments go: upstream never reads the
   * switch.
   */
  boolean dynamicResourcesOn(Fixes fixes) {
    return dynamicResources == null || dynamicResources || !fixes.has(Fix.DRA_SWITCH_IS_READ);
  }

  private static Duration dynamicResourcesTimeout(Arguments in) {
    long byDefault = DEFAULTS.dynamicResourcesTimeout.toSeconds();
    long seconds =
        in.decoded()
            .integer("dynamicresources.filterTimeoutSeconds")
            .should(value -> value >= 0, "be at least 0")
            .or(byDefault);
    return Duration.ofSeconds(seconds < 0 ? byDefault : seconds);
  }

  /**
   * How the VolumeBinding filter works.
   *
   * @param weight of its score
   * @param timeout for binding a pod's volumes
   * @param shape how the use of a storage pool scores; empty for the default. It counts only with
   *     the feature gate {@code StorageCapacityScoring}
   */
  public record VolumeBinding(long weight, Duration timeout, List<ShapePoint> shape) {

    public static final VolumeBinding DEFAULTS =
        new VolumeBinding(1, Duration.ofMinutes(10), List.of());

    private static final String WEIGHT = "volumebinding.weight";
    private static final String TIMEOUT = "volumebinding.bindTimeoutSeconds";
    private static final String SHAPE = "volumebinding.shape";
    private static final String UNSORTED = "must have points of growing utilization";

    public VolumeBinding {
      shape = List.copyOf(shape);
    }

    static VolumeBinding bind(Arguments in, FeatureGates gates) {
      return new VolumeBinding(
          in.decoded()
              .integer(WEIGHT)
              .should(weight -> weight >= 0, "be at least 0")
              .or(DEFAULTS.weight),
          Duration.ofSeconds(
              in.decoded().integer(TIMEOUT).atLeast(0).or(DEFAULTS.timeout.toSeconds())),
          shape(in, gates));
    }

    /** Upstream reads it only if it counts; then what it cannot use ends its process. */
    private static List<ShapePoint> shape(Arguments in, FeatureGates gates) {
      boolean counts = gates.enabled(FeatureGate.STORAGE_CAPACITY_SCORING);
      var shape = new ArrayList<ShapePoint>();
      for (Arguments point : (counts ? in.decoded() : in).objects(SHAPE)) {
        shape.add(
            new ShapePoint(
                point.integer(point.spelled("utilization")).between(0, 100).or(0L),
                point.integer(point.spelled("score")).between(0, 10).or(0L)));
      }
      boolean sorted =
          IntStream.range(1, shape.size())
              .allMatch(i -> shape.get(i - 1).utilization < shape.get(i).utilization);
      if (!sorted && counts) {
        in.refuse(SHAPE, ProblemKind.INVALID, UNSORTED);
      } else if (!sorted) {
        in.report(SHAPE, ProblemKind.INVALID, UNSORTED);
      }
      return shape;
    }

    /** Upstream does not look at the keys of a filter that is off, whatever they hold. */
    static VolumeBinding unread(Arguments in) {
      for (String key : List.of(WEIGHT, TIMEOUT, SHAPE)) {
        if (in.has(key)) {
          in.report(
              key,
              ProblemKind.POINTLESS,
              "has no effect while predicate.VolumeBindingEnable is false");
        }
      }
      return DEFAULTS;
    }
  }

  /** The score, 0 to 10, at a utilization in percent. */
  public record ShapePoint(long utilization, long score) {}
}
