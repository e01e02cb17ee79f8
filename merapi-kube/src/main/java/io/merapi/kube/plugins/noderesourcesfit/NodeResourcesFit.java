package io.merapi.kube.plugins.noderesourcesfit;

import static java.util.Objects.requireNonNull;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceNames;
import io.merapi.kube.plugins.noderesources.ExtendedResourceClasses;
import io.merapi.kube.plugins.noderesources.ScoredPod;
import io.merapi.kube.plugins.noderesources.ScoredResources;
import java.util.List;
import java.util.Set;

/**
 * Puts pods where all they ask for is free, and scores nodes by how much of their resources would
 * be in use.
 *
 * <p>The filter counts what the pod asks for as a whole; the score counts its containers, with a
 * default for those that state no cpu or memory.
 */
public final class NodeResourcesFit
    implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {

  public static final String NAME = "NodeResourcesFit";

  private final Set<String> ignoredResources;
  private final Set<String> ignoredGroups;
  private final ResourceDictionary dictionary;
  private final PodRequests.Rules filterRules;
  private final boolean devices;
  private final ScoredResources scored;
  private final AllocationScore strategy;
  private final FitHints hints;
  private final CycleKey<PodDemand> demandKey;
  private final CycleKey<ScoredPod> scoredKey;

  public NodeResourcesFit(NodeResourcesFitArgs args, PluginContext context) {
    PodRequests.Rules rules = PodRequests.Rules.of(context.gates());
    this.ignoredResources = Set.copyOf(args.ignoredResources());
    this.ignoredGroups = Set.copyOf(args.ignoredResourceGroups());
    this.dictionary = context.resources();
    this.filterRules = rules.asSpecified();
    this.devices = ExtendedResourceClasses.enabled(context.gates());
    this.scored =
        new ScoredResources(
            args.scoringStrategy().resources(),
            rules.asSpecified().byContainers(),
            ScoredResources.Counting.WITH_DEFAULTS,
            context);
    this.strategy = AllocationScore.of(args.scoringStrategy());
    this.hints = new FitHints(rules, devices, dictionary);
    this.demandKey = context.cycleKey("PreFilter" + NAME, PodDemand.class);
    this.scoredKey = context.cycleKey("PreScore" + NAME, ScoredPod.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    ResourceAmounts requests =
        ResourceAmounts.of(PodRequests.list(pod.pod(), filterRules), dictionary);
    state.put(
        demandKey,
        PodDemand.of(requests, this::ignored, resource -> servedByDevices(resource, cluster)));
    return PreFilterResult.ALL_NODES;
  }

  @Override
  public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return filterDependence(pod, cluster) == Dependence.NODE;
  }

  private boolean servedByDevices(String resource, ClusterView cluster) {
    return devices && ExtendedResourceClasses.serving(resource, cluster) != null;
  }

  private boolean ignored(String resource) {
    return ResourceNames.isExtended(resource)
        && (ignoredResources.contains(resource)
            || ignoredGroups.contains(resource.substring(0, resource.indexOf('/'))));
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    PodDemand demand = state.get(demandKey);
    return demand == null ? Verdict.error("error " + demandKey.missing()) : demand.judge(node);
  }

  /**
   * The node decides, but for resources that a device class serves: classes come and go without any
   * node changing.
   */
  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    ResourceAmounts requests = pod.requests().requests();
    for (int i = 0; i < requests.scalarCount(); i++) {
      if (servedByDevices(dictionary.name(requests.scalarId(i)), cluster)) {
        return Dependence.CLUSTER;
      }
    }
    return Dependence.NODE;
  }

  @Override
  public Verdict preScore(
      CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> feasible) {
    state.put(scoredKey, scored.of(pod, cluster, feasible));
    return Verdict.success();
  }

  @Override
  public boolean preScoreFollowsClass(PodInfo pod, ClusterView cluster) {
    return scored.dependence(pod, cluster) == Dependence.NODE;
  }

  /** Does the work of the pre-score where that is switched off, as upstream's score does. */
  @Override
  public void prepareScore(CycleState state, PodInfo pod, ClusterView cluster) {
    if (state.get(scoredKey) == null) {
      preScore(state, pod, cluster, cluster.nodes());
    }
  }

  @Override
  public long score(CycleState state, PodInfo pod, NodeInfo node) {
    return strategy.score(requireNonNull(state.get(scoredKey), "score is not prepared"), node);
  }

  @Override
  public Normalization normalization() {
    return Normalization.NONE;
  }

  @Override
  public Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return scored.dependence(pod, cluster);
  }

  @Override
  public List<Registration> eventsToRegister() {
    return hints.registrations();
  }
}
