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
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.plugin.Arguments;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.PluginRegistry;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.framework.PluginFactories;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.plugins.defaultbinder.DefaultBinder;
import io.merapi.kube.plugins.defaultpreemption.DefaultPreemption;
import io.merapi.kube.plugins.defaultpreemption.DefaultPreemptionArgs;
import io.merapi.kube.plugins.dynamicresources.DynamicResources;
import io.merapi.kube.plugins.dynamicresources.DynamicResourcesArgs;
import io.merapi.kube.plugins.imagelocality.ImageLocality;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinity;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinityArgs;
import io.merapi.kube.plugins.nodeaffinity.NodeAffinity;
import io.merapi.kube.plugins.nodeaffinity.NodeAffinityArgs;
import io.merapi.kube.plugins.nodedeclaredfeatures.NodeDeclaredFeatures;
import io.merapi.kube.plugins.nodename.NodeName;
import io.merapi.kube.plugins.nodeports.NodePorts;
import io.merapi.kube.plugins.noderesourcesbalancedallocation.NodeResourcesBalancedAllocation;
import io.merapi.kube.plugins.noderesourcesbalancedallocation.NodeResourcesBalancedAllocationArgs;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFit;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import io.merapi.kube.plugins.nodeunschedulable.NodeUnschedulable;
import io.merapi.kube.plugins.nodevolumelimits.NodeVolumeLimits;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpread;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpreadArgs;
import io.merapi.kube.plugins.prioritysort.PrioritySort;
import io.merapi.kube.plugins.schedulinggates.SchedulingGates;
import io.merapi.kube.plugins.tainttoleration.TaintToleration;
import io.merapi.kube.plugins.volumebinding.VolumeBinding;
import io.merapi.kube.plugins.volumebinding.VolumeBindingArgs;
import io.merapi.kube.plugins.volumerestrictions.VolumeRestrictions;
import io.merapi.kube.plugins.volumezone.VolumeZone;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A plugin that comes with the scheduler; the constants are all there are. */
public final class InTreePlugin {

  /** By name; the constants below put themselves in. */
  private static final Map<String, InTreePlugin> ALL = new TreeMap<>();

  public static final InTreePlugin DEFAULT_BINDER =
      add("DefaultBinder", null, BIND)
          .madeBy((_, parts, _) -> new DefaultBinder(parts.effects().binder()));
  public static final InTreePlugin DEFAULT_PREEMPTION =
      add("DefaultPreemption", (in, _) -> DefaultPreemptionArgs.bind(in), PRE_ENQUEUE, POST_FILTER)
          .madeBy((profile, parts, context) ->
              new DefaultPreemption(
                  profile.arguments(DefaultPreemption.NAME, DefaultPreemptionArgs.class),
                  parts,
                  context));
  public static final InTreePlugin DYNAMIC_RESOURCES =
      add(
              "DynamicResources",
              DynamicResourcesArgs::bind,
              PRE_ENQUEUE,
              PRE_FILTER,
              FILTER,
              POST_FILTER,
              SCORE,
              RESERVE,
              PRE_BIND)
          .madeBy((profile, parts, context) ->
              new DynamicResources(
                  profile.arguments(DynamicResources.NAME, DynamicResourcesArgs.class),
                  parts,
                  context));
  public static final InTreePlugin GANG_SCHEDULING =
      add("GangScheduling", null, PRE_ENQUEUE, PERMIT);
  public static final InTreePlugin IMAGE_LOCALITY =
      add("ImageLocality", null, SCORE).madeBy(ImageLocality::new);
  public static final InTreePlugin INTER_POD_AFFINITY =
      add(
              "InterPodAffinity",
              (in, _) -> InterPodAffinityArgs.bind(in),
              PRE_FILTER,
              FILTER,
              PRE_SCORE,
              SCORE)
          .madeBy(InterPodAffinityArgs.class, InterPodAffinity::new);
  public static final InTreePlugin NODE_AFFINITY =
      add(
              "NodeAffinity",
              (in, _) -> NodeAffinityArgs.bind(in),
              PRE_FILTER,
              FILTER,
              PRE_SCORE,
              SCORE)
          .madeBy(NodeAffinityArgs.class, NodeAffinity::new);
  public static final InTreePlugin NODE_DECLARED_FEATURES =
      add("NodeDeclaredFeatures", null, PRE_FILTER, FILTER).madeBy(NodeDeclaredFeatures::new);
  public static final InTreePlugin NODE_NAME = add("NodeName", null, FILTER).madeBy(NodeName::new);
  public static final InTreePlugin NODE_PORTS =
      add("NodePorts", null, PRE_FILTER, FILTER).madeBy(NodePorts::new);
  public static final InTreePlugin NODE_RESOURCES_BALANCED_ALLOCATION =
      add(
              "NodeResourcesBalancedAllocation",
              (in, _) -> NodeResourcesBalancedAllocationArgs.bind(in),
              PRE_SCORE,
              SCORE)
          .madeBy(NodeResourcesBalancedAllocationArgs.class, NodeResourcesBalancedAllocation::new);
  public static final InTreePlugin NODE_RESOURCES_FIT =
      add(
              "NodeResourcesFit",
              (in, _) -> NodeResourcesFitArgs.bind(in),
              PRE_FILTER,
              FILTER,
              PRE_SCORE,
              SCORE,
              PLACEMENT_SCORE)
          .madeBy(NodeResourcesFitArgs.class, NodeResourcesFit::new);
  public static final InTreePlugin NODE_UNSCHEDULABLE =
      add("NodeUnschedulable", null, FILTER).madeBy(NodeUnschedulable::new);
  public static final InTreePlugin NODE_VOLUME_LIMITS =
      add("NodeVolumeLimits", null, PRE_FILTER, FILTER).madeBy(NodeVolumeLimits::new);
  public static final InTreePlugin POD_GROUP_PODS_COUNT =
      add("PodGroupPodsCount", null, PLACEMENT_SCORE);
  public static final InTreePlugin POD_TOPOLOGY_SPREAD =
      add(
              "PodTopologySpread",
              (in, _) -> PodTopologySpreadArgs.bind(in),
              PRE_FILTER,
              FILTER,
              PRE_SCORE,
              SCORE)
          .madeBy(PodTopologySpreadArgs.class, PodTopologySpread::new);
  public static final InTreePlugin PRIORITY_SORT =
      add("PrioritySort", null, QUEUE_SORT).madeBy(PrioritySort::new);
  public static final InTreePlugin SCHEDULING_GATES =
      add("SchedulingGates", null, PRE_ENQUEUE).madeBy(SchedulingGates::new);
  public static final InTreePlugin TAINT_TOLERATION =
      add("TaintToleration", null, FILTER, PRE_SCORE, SCORE).madeBy(TaintToleration::new);
  public static final InTreePlugin TOPOLOGY_PLACEMENT_GENERATOR =
      add("TopologyPlacementGenerator", null, PLACEMENT_GENERATE);
  public static final InTreePlugin VOLUME_BINDING =
      add(
              "VolumeBinding",
              VolumeBindingArgs::bind,
              PRE_FILTER,
              FILTER,
              PRE_SCORE,
              SCORE,
              RESERVE,
              PRE_BIND)
          .madeBy((profile, parts, context) ->
              new VolumeBinding(
                  profile.arguments("VolumeBinding", VolumeBindingArgs.class), parts, context));
  public static final InTreePlugin VOLUME_RESTRICTIONS =
      add("VolumeRestrictions", null, PRE_FILTER, FILTER).madeBy(VolumeRestrictions::new);
  public static final InTreePlugin VOLUME_ZONE =
      add("VolumeZone", null, PRE_FILTER, FILTER).madeBy(VolumeZone::new);

  private final String key;
  private final @Nullable ArgumentBinder binder;
  private final Set<ExtensionPoint> points;
  private final @Nullable Maker maker;

  private InTreePlugin(
      String key,
      @Nullable ArgumentBinder binder,
      Set<ExtensionPoint> points,
      @Nullable Maker maker) {
    this.key = key;
    this.binder = binder;
    this.points = points;
    this.maker = maker;
  }

  private static InTreePlugin add(
      String key, @Nullable ArgumentBinder binder, ExtensionPoint... points) {
    return new InTreePlugin(key, binder, Set.of(points), null).known();
  }

  private InTreePlugin known() {
    ALL.put(key, this);
    return this;
  }

  /** This plugin, made by a constructor that takes arguments. */
  private <A extends Record> InTreePlugin madeBy(
      Class<A> arguments, BiFunction<A, PluginContext, Plugin> constructor) {
    return madeBy(
        (profile, _, context) -> constructor.apply(profile.arguments(key, arguments), context));
  }

  private InTreePlugin madeBy(Function<PluginContext, Plugin> constructor) {
    return madeBy((_, _, context) -> constructor.apply(context));
  }

  private InTreePlugin madeBy(Maker how) {
    return new InTreePlugin(key, binder, points, how).known();
  }

  /** The plugin of a name, if it is in-tree. */
  public static Optional<InTreePlugin> named(String key) {
    return Optional.ofNullable(ALL.get(key));
  }

  /** All of them. */
  public static PluginRegistry registry() {
    var plugins = new HashMap<String, Set<ExtensionPoint>>();
    ALL.values().forEach(plugin -> plugins.put(plugin.key, plugin.points));
    return new PluginRegistry(plugins);
  }

  /**
   * Makes in-tree plugins; those that are listed but do not exist yet it cannot make.
   *
   * @param parts shared by all profiles
   */
  public static PluginFactories factories(SchedulerParts parts) {
    return (name, profile, context) -> {
      InTreePlugin plugin = ALL.get(name);
      return plugin == null || plugin.maker == null
          ? null
          : plugin.maker.make(profile, parts, context);
    };
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
  private interface ArgumentBinder {
    Record bind(Arguments in, FeatureGates gates);
  }

  /** Makes an instance for a profile. */
  private interface Maker {
    Plugin make(Profile profile, SchedulerParts parts, PluginContext context);
  }
}
