package io.merapi.api.pod;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.ResourceNames;
import java.util.Map;
import java.util.TreeMap;

/**
 * The effective requests of a pod, as kube-scheduler counts them against a node.
 *
 * <p>Upstream counterpart: {@code PodInfo.CalculateResource}.
 *
 * @param requests what the pod takes from its node
 * @param nonZeroCpuMillis the same cpu, but with a default for containers that state none, so that
 *     scoring does not take them for weightless
 * @param nonZeroMemoryBytes the same for memory
 */
public record PodRequests(
    ResourceAmounts requests, long nonZeroCpuMillis, long nonZeroMemoryBytes) {

  /** What scoring counts for a container that states no cpu. */
  public static final long DEFAULT_CPU_MILLIS = 100;

  /** What scoring counts for a container that states no memory. */
  public static final long DEFAULT_MEMORY_BYTES = 200L * 1024 * 1024;

  /** The same two defaults as a list. */
  public static final ResourceList NON_ZERO_DEFAULTS =
      new ResourceList(
          Map.of(
              ResourceNames.CPU, Quantity.ofMillis(DEFAULT_CPU_MILLIS, Quantity.Format.DECIMAL_SI),
              ResourceNames.MEMORY, Quantity.of(DEFAULT_MEMORY_BYTES, Quantity.Format.DECIMAL_SI)));

  public static PodRequests of(Pod pod, ResourceDictionary dictionary, Rules rules) {
    ResourceList list = list(pod, rules);
    ResourceList defaults = missingDefaults(pod, list, rules);
    ResourceList nonZero = defaults.isEmpty() ? list : list(pod, rules, defaults);
    Quantity cpu = nonZero.get(ResourceNames.CPU);
    Quantity memory = nonZero.get(ResourceNames.MEMORY);
    return new PodRequests(
        // No running total: a node with this pod alone has the same object.
        ResourceAmounts.of(list, dictionary).copy(),
        cpu == null ? 0 : cpu.milliValue(),
        memory == null ? 0 : memory.value());
  }

  /** The effective requests as an exact list; upstream's {@code resource.PodRequests}. */
  public static ResourceList list(Pod pod, Rules rules) {
    return list(pod, rules, ResourceList.EMPTY);
  }

  /**
   * The effective requests as an exact list, with an amount for containers that state none.
   *
   * @param forAbsent what counts for each container that does not state an amount under these
   *     names; an amount stated as 0 stays 0
   */
  public static ResourceList list(Pod pod, Rules rules, ResourceList forAbsent) {
    return new EffectiveRequests(pod, rules, forAbsent).list();
  }

  /**
   * The defaults that apply: all of them, or where the pod as a whole states amounts only those of
   * which neither the pod nor any container states one.
   */
  private static ResourceList missingDefaults(Pod pod, ResourceList list, Rules rules) {
    ResourceRequirements wholePod = pod.spec().resources();
    if (!rules.podLevelResources()
        || wholePod == null
        || !EffectiveRequests.statesPodLevel(wholePod.requests())) {
      return NON_ZERO_DEFAULTS;
    }
    var missing = new TreeMap<>(NON_ZERO_DEFAULTS.amounts());
    missing.keySet().removeIf(name -> list.get(name) != null);
    return new ResourceList(missing);
  }

  /**
   * The features that change what a pod's requests are.
   *
   * @param podLevelResources whether amounts for the pod as a whole count ({@code
   *     PodLevelResources})
   * @param inPlaceResize whether the status of containers counts ({@code
   *     InPlacePodVerticalScaling})
   * @param inPlacePodLevelResize whether the status of the pod as a whole counts too ({@code
   *     InPlacePodLevelResourcesVerticalScaling})
   */
  public record Rules(
      boolean podLevelResources, boolean inPlaceResize, boolean inPlacePodLevelResize) {

    /** The defaults of v1.36.1. */
    public static final Rules DEFAULT = new Rules(true, true, true);

    /** The rules under these gates. */
    public static Rules of(FeatureGates gates) {
      return new Rules(
          gates.enabled(FeatureGate.POD_LEVEL_RESOURCES),
          gates.enabled(FeatureGate.IN_PLACE_POD_VERTICAL_SCALING),
          gates.enabled(FeatureGate.IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING));
    }

    /**
     * The same rules as if no pod stated amounts as a whole, which is how NodeResourcesFit scores
     * the incoming pod.
     */
    public Rules byContainers() {
      return new Rules(false, inPlaceResize, inPlacePodLevelResize);
    }

    /** The same rules for a pod that has no status yet, which is how NodeResourcesFit filters. */
    public Rules asSpecified() {
      return new Rules(podLevelResources, false, false);
    }
  }
}
