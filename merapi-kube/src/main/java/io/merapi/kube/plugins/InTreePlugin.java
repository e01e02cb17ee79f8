package io.merapi.kube.plugins;

import static io.merapi.kube.configuration.ExtensionPoint.BIND;
import static io.merapi.kube.configuration.ExtensionPoint.FILTER;
import static io.merapi.kube.configuration.ExtensionPoint.PERMIT;
import static io.merapi.kube.configuration.ExtensionPoint.PLACEMENT_GENERATE;
import static io.merapi.kube.configuration.ExtensionPoint.PLACEMENT_SCORE;
import static io.merapi.kube.configuration.ExtensionPoint.POST_FILTER;
import static io.merapi.kube.configuration.ExtensionPoint.PRE_BIND;
import static io.merapi.kube.configuration.ExtensionPoint.PRE_ENQUEUE;
import static io.merapi.kube.configuration.ExtensionPoint.PRE_FILTER;
import static io.merapi.kube.configuration.ExtensionPoint.PRE_SCORE;
import static io.merapi.kube.configuration.ExtensionPoint.QUEUE_SORT;
import static io.merapi.kube.configuration.ExtensionPoint.RESERVE;
import static io.merapi.kube.configuration.ExtensionPoint.SCORE;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.plugin.Arguments;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.PluginRegistry;
import io.merapi.kube.plugins.defaultpreemption.DefaultPreemptionArgs;
import io.merapi.kube.plugins.dynamicresources.DynamicResourcesArgs;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinityArgs;
import io.merapi.kube.plugins.nodeaffinity.NodeAffinityArgs;
import io.merapi.kube.plugins.noderesourcesbalancedallocation.NodeResourcesBalancedAllocationArgs;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpreadArgs;
import io.merapi.kube.plugins.volumebinding.VolumeBindingArgs;
import java.util.HashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The plugins that come with the scheduler. */
public enum InTreePlugin {
  DEFAULT_BINDER("DefaultBinder", BIND),
  DEFAULT_PREEMPTION(
      "DefaultPreemption", (in, _) -> DefaultPreemptionArgs.bind(in), PRE_ENQUEUE, POST_FILTER),
  DYNAMIC_RESOURCES(
      "DynamicResources",
      DynamicResourcesArgs::bind,
      PRE_ENQUEUE,
      PRE_FILTER,
      FILTER,
      POST_FILTER,
      SCORE,
      RESERVE,
      PRE_BIND),
  GANG_SCHEDULING("GangScheduling", PRE_ENQUEUE, PERMIT),
  IMAGE_LOCALITY("ImageLocality", SCORE),
  INTER_POD_AFFINITY(
      "InterPodAffinity",
      (in, _) -> InterPodAffinityArgs.bind(in),
      PRE_FILTER,
      FILTER,
      PRE_SCORE,
      SCORE),
  NODE_AFFINITY(
      "NodeAffinity", (in, _) -> NodeAffinityArgs.bind(in), PRE_FILTER, FILTER, PRE_SCORE, SCORE),
  NODE_DECLARED_FEATURES("NodeDeclaredFeatures", PRE_FILTER, FILTER),
  NODE_NAME("NodeName", FILTER),
  NODE_PORTS("NodePorts", PRE_FILTER, FILTER),
  NODE_RESOURCES_BALANCED_ALLOCATION(
      "NodeResourcesBalancedAllocation",
      (in, _) -> NodeResourcesBalancedAllocationArgs.bind(in),
      PRE_SCORE,
      SCORE),
  NODE_RESOURCES_FIT(
      "NodeResourcesFit",
      (in, _) -> NodeResourcesFitArgs.bind(in),
      PRE_FILTER,
      FILTER,
      PRE_SCORE,
      SCORE,
      PLACEMENT_SCORE),
  NODE_UNSCHEDULABLE("NodeUnschedulable", FILTER),
  NODE_VOLUME_LIMITS("NodeVolumeLimits", PRE_FILTER, FILTER),
  POD_GROUP_PODS_COUNT("PodGroupPodsCount", PLACEMENT_SCORE),
  POD_TOPOLOGY_SPREAD(
      "PodTopologySpread",
      (in, _) -> PodTopologySpreadArgs.bind(in),
      PRE_FILTER,
      FILTER,
      PRE_SCORE,
      SCORE),
  PRIORITY_SORT("PrioritySort", QUEUE_SORT),
  SCHEDULING_GATES("SchedulingGates", PRE_ENQUEUE),
  TAINT_TOLERATION("TaintToleration", FILTER, PRE_SCORE, SCORE),
  TOPOLOGY_PLACEMENT_GENERATOR("TopologyPlacementGenerator", PLACEMENT_GENERATE),
  VOLUME_BINDING(
      "VolumeBinding",
      VolumeBindingArgs::bind,
      PRE_FILTER,
      FILTER,
      PRE_SCORE,
      SCORE,
      RESERVE,
      PRE_BIND),
  VOLUME_RESTRICTIONS("VolumeRestrictions", PRE_FILTER, FILTER),
  VOLUME_ZONE("VolumeZone", PRE_FILTER, FILTER);

  private final String key;
  private final @Nullable Binder binder;
  private final Set<ExtensionPoint> points;

  InTreePlugin(String key, ExtensionPoint... points) {
    this(key, null, points);
  }

  InTreePlugin(String key, @Nullable Binder binder, ExtensionPoint... points) {
    this.key = key;
    this.binder = binder;
    this.points = Set.of(points);
  }

  /** The plugin of a name, if it is in-tree. */
  public static Optional<InTreePlugin> named(String key) {
    for (InTreePlugin plugin : values()) {
      if (plugin.key.equals(key)) {
        return Optional.of(plugin);
      }
    }
    return Optional.empty();
  }

  /** All of them. */
  public static PluginRegistry registry() {
    var plugins = new HashMap<String, Set<ExtensionPoint>>();
    for (InTreePlugin plugin : values()) {
      plugins.put(plugin.key, plugin.points);
    }
    return new PluginRegistry(plugins);
  }

  /** The name as written in configurations. */
  public String key() {
    return key;
  }

  public Set<ExtensionPoint> points() {
    return points;
  }

  /** Whether it has a record of arguments; what a file gives to others is not read. */
  public boolean takesArguments() {
    return binder != null;
  }

  /**
   * Reads the plugin's arguments into its record.
   *
   * @throws IllegalStateException if it takes none
   */
  public Record bind(Arguments in, FeatureGates gates) {
    if (binder == null) {
      throw new IllegalStateException("plugin (%s) takes no arguments".formatted(key));
    }
    return binder.bind(in, gates);
  }

  /** Makes a record of arguments from what a file says. */
  private interface Binder {
    Record bind(Arguments in, FeatureGates gates);
  }
}
