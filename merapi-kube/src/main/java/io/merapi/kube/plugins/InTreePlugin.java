package io.merapi.kube.plugins;

import static io.merapi.kube.configuration.ExtensionPoint.PERMIT;
import static io.merapi.kube.configuration.ExtensionPoint.PLACEMENT_GENERATE;
import static io.merapi.kube.configuration.ExtensionPoint.PLACEMENT_SCORE;
import static io.merapi.kube.configuration.ExtensionPoint.PRE_ENQUEUE;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.KubePluginSpec;
import io.merapi.api.plugin.NoArguments;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.Profile;
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
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A plugin that comes with the scheduler; the constants are all there are. */
public final class InTreePlugin<A extends Record> implements KubePluginSpec<A> {

  /** By name; the constants below put themselves in. */
  private static final Map<String, InTreePlugin<?>> ALL = new TreeMap<>();

  public static final InTreePlugin<NoArguments> DEFAULT_BINDER =
      add(
          "DefaultBinder",
          DefaultBinder.class,
          null,
          (_, parts, _) -> new DefaultBinder(parts.effects().binder()));
  public static final InTreePlugin<DefaultPreemptionArgs> DEFAULT_PREEMPTION =
      add(
          "DefaultPreemption",
          DefaultPreemption.class,
          (in, _) -> DefaultPreemptionArgs.bind(in),
          DefaultPreemption::new);
  public static final InTreePlugin<DynamicResourcesArgs> DYNAMIC_RESOURCES =
      add(
          "DynamicResources",
          DynamicResources.class,
          DynamicResourcesArgs::bind,
          DynamicResources::new);
  public static final InTreePlugin<NoArguments> GANG_SCHEDULING =
      listed("GangScheduling", PRE_ENQUEUE, PERMIT);
  public static final InTreePlugin<NoArguments> IMAGE_LOCALITY =
      add("ImageLocality", ImageLocality.class, ImageLocality::new);
  public static final InTreePlugin<InterPodAffinityArgs> INTER_POD_AFFINITY =
      add(
          "InterPodAffinity",
          InterPodAffinity.class,
          (in, _) -> InterPodAffinityArgs.bind(in),
          (args, _, context) -> new InterPodAffinity(args, context));
  public static final InTreePlugin<NodeAffinityArgs> NODE_AFFINITY =
      add(
          "NodeAffinity",
          NodeAffinity.class,
          (in, _) -> NodeAffinityArgs.bind(in),
          (args, _, context) -> new NodeAffinity(args, context));
  public static final InTreePlugin<NoArguments> NODE_DECLARED_FEATURES =
      add("NodeDeclaredFeatures", NodeDeclaredFeatures.class, NodeDeclaredFeatures::new);
  public static final InTreePlugin<NoArguments> NODE_NAME =
      add("NodeName", NodeName.class, NodeName::new);
  public static final InTreePlugin<NoArguments> NODE_PORTS =
      add("NodePorts", NodePorts.class, NodePorts::new);
  public static final InTreePlugin<NodeResourcesBalancedAllocationArgs>
      NODE_RESOURCES_BALANCED_ALLOCATION =
          add(
              "NodeResourcesBalancedAllocation",
              NodeResourcesBalancedAllocation.class,
              (in, _) -> NodeResourcesBalancedAllocationArgs.bind(in),
              (args, _, context) -> new NodeResourcesBalancedAllocation(args, context));
  public static final InTreePlugin<NodeResourcesFitArgs> NODE_RESOURCES_FIT =
      add(
              "NodeResourcesFit",
              NodeResourcesFit.class,
              (in, _) -> NodeResourcesFitArgs.bind(in),
              (args, _, context) -> new NodeResourcesFit(args, context))
          .alsoAt(PLACEMENT_SCORE);
  public static final InTreePlugin<NoArguments> NODE_UNSCHEDULABLE =
      add("NodeUnschedulable", NodeUnschedulable.class, NodeUnschedulable::new);
  public static final InTreePlugin<NoArguments> NODE_VOLUME_LIMITS =
      add("NodeVolumeLimits", NodeVolumeLimits.class, NodeVolumeLimits::new);
  public static final InTreePlugin<NoArguments> POD_GROUP_PODS_COUNT =
      listed("PodGroupPodsCount", PLACEMENT_SCORE);
  public static final InTreePlugin<PodTopologySpreadArgs> POD_TOPOLOGY_SPREAD =
      add(
          "PodTopologySpread",
          PodTopologySpread.class,
          (in, _) -> PodTopologySpreadArgs.bind(in),
          (args, _, context) -> new PodTopologySpread(args, context));
  public static final InTreePlugin<NoArguments> PRIORITY_SORT =
      add("PrioritySort", PrioritySort.class, PrioritySort::new);
  public static final InTreePlugin<NoArguments> SCHEDULING_GATES =
      add("SchedulingGates", SchedulingGates.class, SchedulingGates::new);
  public static final InTreePlugin<NoArguments> TAINT_TOLERATION =
      add("TaintToleration", TaintToleration.class, TaintToleration::new);
  public static final InTreePlugin<NoArguments> TOPOLOGY_PLACEMENT_GENERATOR =
      listed("TopologyPlacementGenerator", PLACEMENT_GENERATE);
  public static final InTreePlugin<VolumeBindingArgs> VOLUME_BINDING =
      add("VolumeBinding", VolumeBinding.class, VolumeBindingArgs::bind, VolumeBinding::new);
  public static final InTreePlugin<NoArguments> VOLUME_RESTRICTIONS =
      add("VolumeRestrictions", VolumeRestrictions.class, VolumeRestrictions::new);
  public static final InTreePlugin<NoArguments> VOLUME_ZONE =
      add("VolumeZone", VolumeZone.class, VolumeZone::new);

  private final String name;
  private final Class<? extends Plugin> type;
  private final Set<ExtensionPoint> points;
  private final @Nullable ArgumentBinder<A> binder;
  private final @Nullable Maker<A> maker;

  private InTreePlugin(
      String name,
      Class<? extends Plugin> type,
      Set<ExtensionPoint> points,
      @Nullable ArgumentBinder<A> binder,
      @Nullable Maker<A> maker) {
    this.name = name;
    this.type = type;
    this.points = Collections.unmodifiableSet(points);
    this.binder = binder;
    this.maker = maker;
    ALL.put(name, this);
  }

  private static <A extends Record> InTreePlugin<A> add(
      String name,
      Class<? extends Plugin> type,
      @Nullable ArgumentBinder<A> binder,
      Maker<A> maker) {
    return new InTreePlugin<>(name, type, ExtensionPoint.implementedBy(type), binder, maker);
  }

  private static InTreePlugin<NoArguments> add(
      String name, Class<? extends Plugin> type, Function<PluginContext, Plugin> constructor) {
    return add(name, type, null, (_, _, context) -> constructor.apply(context));
  }

  /** A plugin of which only the name and the points exist. */
  private static InTreePlugin<NoArguments> listed(
      String name, ExtensionPoint first, ExtensionPoint... more) {
    return new InTreePlugin<>(name, Plugin.class, EnumSet.of(first, more), null, null);
  }

  /** This plugin, at a point for which there is no interface. */
  private InTreePlugin<A> alsoAt(ExtensionPoint point) {
    var all = EnumSet.copyOf(points);
    all.add(point);
    return new InTreePlugin<>(name, type, all, binder, maker);
  }

  /** The plugin of a name, if it is in-tree. */
  public static Optional<InTreePlugin<?>> named(String name) {
    return Optional.ofNullable(ALL.get(name));
  }

  /** All of them, by name. */
  static Collection<InTreePlugin<?>> all() {
    return Collections.unmodifiableCollection(ALL.values());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Class<? extends Plugin> type() {
    return type;
  }

  /** Where it takes part: also at points for which there is no interface. */
  public Set<ExtensionPoint> points() {
    return points;
  }

  /** Whether it has a record of arguments; what a file gives to others is not read. */
  public boolean takesArguments() {
    return binder != null;
  }

  @Override
  @SuppressWarnings("unchecked") // a plugin without a binder is one of NoArguments
  public A bind(Arguments in, FeatureGates gates) {
    return binder == null ? (A) NoArguments.NONE : binder.bind(in, gates);
  }

  /** What a profile gives it. */
  @SuppressWarnings("unchecked") // a plugin without a binder is one of NoArguments
  A arguments(Profile profile) {
    return binder == null ? (A) NoArguments.NONE : KubePlugins.arguments(this, profile);
  }

  /** Makes an instance for a scheduler that is only asked and never acts. */
  @Override
  public Plugin make(A arguments, PluginContext context) {
    return Objects.requireNonNull(make(arguments, SchedulerParts.forQuestions(), context));
  }

  /**
   * Makes an instance for a profile.
   *
   * @param parts shared by all profiles
   * @return null where only the name exists
   */
  @Nullable Plugin make(A arguments, SchedulerParts parts, PluginContext context) {
    return maker == null ? null : maker.make(arguments, parts, context);
  }

  /** Makes a record of arguments from what a file says. */
  private interface ArgumentBinder<A> {
    A bind(Arguments in, FeatureGates gates);
  }

  /** Makes an instance for a profile. */
  private interface Maker<A> {
    Plugin make(A arguments, SchedulerParts parts, PluginContext context);
  }
}
