package io.merapi.kube.plugins;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.kube.configuration.EnabledPlugin;
import io.merapi.kube.configuration.PluginExpansion;
import io.merapi.kube.configuration.PluginSet;
import io.merapi.kube.configuration.PluginSets;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.plugins.defaultpreemption.DefaultPreemptionArgs;
import io.merapi.kube.plugins.dynamicresources.DynamicResourcesArgs;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinityArgs;
import io.merapi.kube.plugins.nodeaffinity.NodeAffinityArgs;
import io.merapi.kube.plugins.noderesourcesbalancedallocation.NodeResourcesBalancedAllocationArgs;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpreadArgs;
import io.merapi.kube.plugins.volumebinding.VolumeBindingArgs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The plugins that a profile starts from. */
public final class DefaultPlugins {

  private static final String SCHEDULER_NAME = "default-scheduler";

  private DefaultPlugins() {}

  /** The profile of a configuration that says nothing. */
  public static Profile profile(FeatureGates gates) {
    return new Profile(
        SCHEDULER_NAME,
        null,
        PluginExpansion.expand(SCHEDULER_NAME, sets(gates), KubePlugins.IN_TREE.registry())
            .plugins(),
        Map.of(
            InTreePlugin.DEFAULT_PREEMPTION.name(), DefaultPreemptionArgs.DEFAULTS,
            InTreePlugin.DYNAMIC_RESOURCES.name(), DynamicResourcesArgs.DEFAULTS,
            InTreePlugin.INTER_POD_AFFINITY.name(), InterPodAffinityArgs.DEFAULTS,
            InTreePlugin.NODE_AFFINITY.name(), NodeAffinityArgs.DEFAULTS,
            InTreePlugin.NODE_RESOURCES_BALANCED_ALLOCATION.name(),
                NodeResourcesBalancedAllocationArgs.DEFAULTS,
            InTreePlugin.NODE_RESOURCES_FIT.name(), NodeResourcesFitArgs.DEFAULTS,
            InTreePlugin.POD_TOPOLOGY_SPREAD.name(), PodTopologySpreadArgs.DEFAULTS,
            InTreePlugin.VOLUME_BINDING.name(), VolumeBindingArgs.DEFAULTS));
  }

  /** All at once under {@code multiPoint}; the order is that of running. */
  public static PluginSets sets(FeatureGates gates) {
    var enabled = new ArrayList<EnabledPlugin>();
    add(enabled, InTreePlugin.SCHEDULING_GATES);
    add(enabled, InTreePlugin.PRIORITY_SORT);
    add(enabled, InTreePlugin.NODE_UNSCHEDULABLE);
    add(enabled, InTreePlugin.NODE_NAME);
    add(enabled, InTreePlugin.TAINT_TOLERATION, 3);
    add(enabled, InTreePlugin.NODE_AFFINITY, 2);
    add(enabled, InTreePlugin.NODE_PORTS);
    add(enabled, InTreePlugin.NODE_RESOURCES_FIT, 1);
    add(enabled, InTreePlugin.VOLUME_RESTRICTIONS);
    add(enabled, InTreePlugin.NODE_VOLUME_LIMITS);
    add(enabled, InTreePlugin.VOLUME_BINDING);
    add(enabled, InTreePlugin.VOLUME_ZONE);
    add(enabled, InTreePlugin.POD_TOPOLOGY_SPREAD, 2);
    add(enabled, InTreePlugin.INTER_POD_AFFINITY, 2);
    if (gates.enabled(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION)) {
      // Before preemption: giving up an idle claim is better than evicting a pod.
      add(enabled, InTreePlugin.DYNAMIC_RESOURCES, 2);
    }
    add(enabled, InTreePlugin.DEFAULT_PREEMPTION);
    add(enabled, InTreePlugin.NODE_RESOURCES_BALANCED_ALLOCATION, 1);
    add(enabled, InTreePlugin.IMAGE_LOCALITY, 1);
    add(enabled, InTreePlugin.DEFAULT_BINDER);
    if (gates.enabled(FeatureGate.NODE_DECLARED_FEATURES)) {
      add(enabled, InTreePlugin.NODE_DECLARED_FEATURES);
    }
    if (gates.enabled(FeatureGate.GANG_SCHEDULING)) {
      add(enabled, InTreePlugin.GANG_SCHEDULING);
    }
    if (gates.enabled(FeatureGate.TOPOLOGY_AWARE_WORKLOAD_SCHEDULING)) {
      add(enabled, InTreePlugin.TOPOLOGY_PLACEMENT_GENERATOR);
      add(enabled, InTreePlugin.POD_GROUP_PODS_COUNT, 1);
    }
    return new PluginSets(new PluginSet(enabled, List.of()), Map.of());
  }

  private static void add(List<EnabledPlugin> enabled, InTreePlugin<?> plugin) {
    enabled.add(EnabledPlugin.of(plugin.name()));
  }

  private static void add(List<EnabledPlugin> enabled, InTreePlugin<?> plugin, int weight) {
    enabled.add(new EnabledPlugin(plugin.name(), weight));
  }
}
