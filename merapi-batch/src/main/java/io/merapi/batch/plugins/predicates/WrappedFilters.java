package io.merapi.batch.plugins.predicates;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PreBindPlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.ReservePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.batch.kubeplugins.TaskCycle;
import io.merapi.batch.kubeplugins.WeightedScore;
import io.merapi.batch.kubeplugins.WrappingSettings;
import io.merapi.kube.claims.ClaimChanges;
import io.merapi.kube.configuration.ShapePoint;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.plugins.dynamicresources.DynamicResources;
import io.merapi.kube.plugins.dynamicresources.DynamicResourcesArgs;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinity;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinityArgs;
import io.merapi.kube.plugins.nodeaffinity.NodeAffinity;
import io.merapi.kube.plugins.nodeaffinity.NodeAffinityArgs;
import io.merapi.kube.plugins.nodeports.NodePorts;
import io.merapi.kube.plugins.nodeunschedulable.NodeUnschedulable;
import io.merapi.kube.plugins.nodevolumelimits.NodeVolumeLimits;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpread;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpreadArgs;
import io.merapi.kube.plugins.tainttoleration.TaintToleration;
import io.merapi.kube.plugins.volumebinding.VolumeBinding;
import io.merapi.kube.plugins.volumebinding.VolumeBindingArgs;
import io.merapi.kube.plugins.volumezone.VolumeZone;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kube plugins behind the predicates, in the order in which they are asked. They serve all
 * sessions of the same settings.
 */
public final class WrappedFilters {

  /**
   * Gates that upstream does not pass on to these plugins.
   *
   * <p>Of the others that it withholds none has a part in what is asked here.
   */
  private static final FeatureGate[] WITHHELD = {
    FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS,
    FeatureGate.VOLUME_LIMIT_SCALING,
    FeatureGate.DRA_LIST_TYPE_ATTRIBUTES
  };

  private final ProfileContext context;
  private final SchedulerParts parts;
  private final List<FilterPlugin> stable = new ArrayList<>();
  private final List<FilterPlugin> others = new ArrayList<>();
  private final List<PreFilterPlugin> preFilters = new ArrayList<>();
  private final List<ReservePlugin> reservers = new ArrayList<>();
  private final List<PreBindPlugin> preBinders = new ArrayList<>();
  private final List<WeightedScore> scores = new ArrayList<>();
  private final ClaimChanges claims;
  private @Nullable InterPodAffinity podAffinity;
  private @Nullable DynamicResources devices;

  /**
   * Makes the plugins.
   *
   * @param parts what they share, over all sessions
   */
  public WrappedFilters(WrappingSettings<Settings> settings, SchedulerParts parts) {
    this.context = settings.context(WITHHELD);
    this.parts = parts;
    this.claims = parts.claimChanges();
    add(settings.arguments());
  }

  private void add(Settings settings) {
    PredicatesArgs args = settings.args();
    stable.add(new NodeUnschedulable(context));
    if (args.nodeAffinity()) {
      var plugin = new NodeAffinity(NodeAffinityArgs.DEFAULTS, context);
      stable.add(plugin);
      preFilters.add(plugin);
    }
    if (args.nodePorts()) {
      addPrepared(new NodePorts(context));
    }
    if (args.taintToleration()) {
      stable.add(new TaintToleration(context));
    }
    if (args.podAffinity()) {
      podAffinity = addPrepared(new InterPodAffinity(new InterPodAffinityArgs(0, false), context));
    }
    if (args.nodeVolumeLimits()) {
      addPrepared(new NodeVolumeLimits(context));
    }
    if (args.volumeZone()) {
      addPrepared(new VolumeZone(context));
    }
    if (args.podTopologySpread()) {
      addPrepared(new PodTopologySpread(PodTopologySpreadArgs.DEFAULTS, context));
    }
    if (args.volumeBinding()) {
      var plugin = addPrepared(new VolumeBinding(volumeBinding(args.volumes()), parts, context));
      reservers.add(plugin);
      preBinders.add(plugin);
      scores.add(new WeightedScore(plugin, args.volumes().weight()));
    }
    if (settings.dynamicResources()
        && context.gates().enabled(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION)) {
      var plugin =
          addPrepared(
              new DynamicResources(
                  new DynamicResourcesArgs(
                      args.dynamicResourcesTimeout(),
                      DynamicResourcesArgs.DEFAULTS.bindingTimeout()),
                  parts,
                  context));
      devices = plugin;
      reservers.add(plugin);
      preBinders.add(plugin);
      scores.add(new WeightedScore(plugin, 1));
    }
  }

  private <P extends FilterPlugin & PreFilterPlugin> P addPrepared(P plugin) {
    others.add(plugin);
    preFilters.add(plugin);
    return plugin;
  }

  private static VolumeBindingArgs volumeBinding(PredicatesArgs.VolumeBinding volumes) {
    List<ShapePoint> shape =
        volumes.shape().stream()
            .map(point -> new ShapePoint((int) point.utilization(), (int) point.score()))
            .toList();
    return new VolumeBindingArgs(
        volumes.timeout().toSeconds(), shape.isEmpty() ? VolumeBindingArgs.DEFAULT_SHAPE : shape);
  }

  /** Filters that look at nothing but the node itself: they are asked first, and may be cached. */
  public List<FilterPlugin> stable() {
    return stable;
  }

  /** All other filters. */
  public List<FilterPlugin> others() {
    return others;
  }

  public List<WeightedScore> scores() {
    return scores;
  }

  List<PreFilterPlugin> preFilters() {
    return preFilters;
  }

  List<PreBindPlugin> preBinders() {
    return preBinders;
  }

  /** What happens to claims, and what these plugins decide about them. */
  ClaimChanges claims() {
    return claims;
  }

  /** Whether a pod is given the devices that were found for it when its node was asked. */
  boolean keepsFound(TaskCycle cycle) {
    return devices != null && !cycle.skips(devices);
  }

  /** The filter that takes part in dry runs; null where it is switched off. */
  @Nullable InterPodAffinity podAffinity() {
    return podAffinity;
  }

  TaskCycle newCycle() {
    return new TaskCycle(context.newState());
  }

  /** Forgets what was counted over the cluster, so that it is counted anew. */
  void forgetCounts(TaskCycle cycle) {
    for (FilterPlugin filter : others) {
      CycleKey<? extends ClusterCounts> counts = filter.filterCounts();
      if (counts != null) {
        cycle.state().clear(counts);
      }
    }
  }

  /** Lets the filters that have a part in a pod look at the cluster. */
  void prepare(TaskCycle cycle, PodInfo pod, ClusterView cluster) {
    cycle.setPrepared(stable, others);
    cycle.stableFilters().forEach(filter -> filter.prepareFilter(cycle.state(), pod, cluster));
    cycle.otherFilters().forEach(filter -> filter.prepareFilter(cycle.state(), pod, cluster));
  }

  /** What the answers of the filters for a pod depend on, which must be prepared. */
  Dependence dependence(TaskCycle cycle, PodInfo pod, ClusterView cluster) {
    Dependence widest = widest(cycle, pod, cluster);
    return widest == Dependence.COUNTS && cycle.counted().isEmpty() ? Dependence.CLUSTER : widest;
  }

  /** The same where what they count is kept. */
  Dependence widest(TaskCycle cycle, PodInfo pod, ClusterView cluster) {
    return wider(
        widest(cycle.stableFilters(), pod, cluster), widest(cycle.otherFilters(), pod, cluster));
  }

  private static Dependence widest(List<FilterPlugin> filters, PodInfo pod, ClusterView cluster) {
    Dependence widest = Dependence.NODE;
    for (int i = 0; i < filters.size(); i++) {
      widest = wider(widest, filters.get(i).filterDependence(pod, cluster));
    }
    return widest;
  }

  /** What is counted for a class is kept beside what each node decides alone, and not by claims. */
  private static Dependence wider(Dependence one, Dependence other) {
    Dependence less = one.compareTo(other) < 0 ? one : other;
    Dependence more = one.compareTo(other) < 0 ? other : one;
    return less == Dependence.CLAIMS && more == Dependence.COUNTS ? Dependence.CLUSTER : more;
  }

  /** Whether a pod may have to be given volumes or devices together with its node. */
  boolean mayReserve(TaskCycle cycle) {
    return cycle.reserves(reservers);
  }

  /** Takes volumes and devices for a pod, until one plugin cannot. */
  Verdict reserve(CycleState state, PodInfo pod, String nodeName) {
    for (ReservePlugin plugin : reservers) {
      Verdict verdict = plugin.reserve(state, pod, nodeName);
      if (!verdict.isSuccess()) {
        return verdict;
      }
    }
    return Verdict.success();
  }

  /** Gives back whatever was taken for a pod. */
  void unreserve(CycleState state, PodInfo pod, String nodeName) {
    for (ReservePlugin plugin : reservers.reversed()) {
      plugin.unreserve(state, pod, nodeName);
    }
  }

  /**
   * What these plugins are made from.
   *
   * @param dynamicResources whether the DynamicResources filter runs, if its feature gate is on
   */
  public record Settings(PredicatesArgs args, boolean dynamicResources) {}
}
