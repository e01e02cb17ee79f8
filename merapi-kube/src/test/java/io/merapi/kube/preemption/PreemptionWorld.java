package io.merapi.kube.preemption;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.workload.PodDisruptionBudget;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.configuration.ProfilePlugins;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.PlacementOutcome;
import io.merapi.kube.placement.ReferencePlacement;
import io.merapi.kube.placement.TieBreak;
import io.merapi.kube.plugins.InTreePlugin;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.kube.plugins.defaultpreemption.DefaultPreemption;
import io.merapi.kube.plugins.defaultpreemption.DefaultPreemptionArgs;
import io.merapi.kube.plugins.interpodaffinity.InterPodAffinityArgs;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpreadArgs;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A small cluster, and a profile with preemption that its pods are tried with. */
public final class PreemptionWorld {

  public static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private static final List<String> FILTERS =
      List.of(
          "NodeUnschedulable",
          "TaintToleration",
          "NodePorts",
          "NodeResourcesFit",
          "PodTopologySpread",
          "InterPodAffinity");

  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final ClusterState state =
      new ClusterState(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
  private final RecordedEffects effects = new RecordedEffects();
  private final List<SchedulerExtender> extenders = new ArrayList<>();
  private final List<Pod> nominated = new ArrayList<>();
  private FeatureGates gates = FeatureGates.DEFAULTS;
  private DefaultPreemptionArgs args = DefaultPreemptionArgs.DEFAULTS;

  public PreemptionWorld with(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      state.apply(new ObjectEvent.Applied(object));
      if (object instanceof Pod pod && !pod.status().nominatedNodeName().isEmpty()) {
        nominated.add(pod);
      }
    }
    return this;
  }

  public PreemptionWorld without(ClusterObject object) {
    state.apply(new ObjectEvent.Deleted(object));
    return this;
  }

  public PreemptionWorld extender(SchedulerExtender extender) {
    extenders.add(extender);
    return this;
  }

  public PreemptionWorld gates(FeatureGates value) {
    gates = value;
    return this;
  }

  public PreemptionWorld args(int percentage, int absolute) {
    args = new DefaultPreemptionArgs(percentage, absolute);
    return this;
  }

  /** A budget over the pods of the default namespace with a label. */
  public static PodDisruptionBudget budget(String key, String value, int allowed) {
    return new PodDisruptionBudget(
        ObjectMeta.named("default", "budget-" + key + "-" + value),
        new LabelSelector(Labels.of(key, value), List.of()),
        null,
        null,
        allowed,
        Map.of());
  }

  public RecordedEffects effects() {
    return effects;
  }

  public ClusterView view() {
    return new SnapshotView(state.snapshot());
  }

  /** The profile, made anew. */
  public SchedulingProfile profile() {
    var inOrder = new EnumMap<ExtensionPoint, List<String>>(ExtensionPoint.class);
    for (ExtensionPoint point : ExtensionPoint.values()) {
      inOrder.put(point, List.of());
    }
    inOrder.put(ExtensionPoint.PRE_ENQUEUE, List.of(DefaultPreemption.NAME));
    inOrder.put(
        ExtensionPoint.PRE_FILTER,
        FILTERS.stream()
            .filter(name ->
                InTreePlugin.named(name).orElseThrow().points().contains(ExtensionPoint.PRE_FILTER))
            .toList());
    inOrder.put(ExtensionPoint.FILTER, FILTERS);
    inOrder.put(ExtensionPoint.POST_FILTER, List.of(DefaultPreemption.NAME));
    Map<String, Record> arguments =
        Map.of(
            DefaultPreemption.NAME,
            args,
            "NodeResourcesFit",
            NodeResourcesFitArgs.DEFAULTS,
            "PodTopologySpread",
            PodTopologySpreadArgs.DEFAULTS,
            "InterPodAffinity",
            InterPodAffinityArgs.DEFAULTS);
    var parts =
        new SchedulerParts(
            effects.effects(),
            new AssumedObjects(),
            (_, _, tooLate) -> CompletableFuture.completedStage(tooLate),
            effects,
            extenders,
            1);
    return new SchedulingProfile(
        new Profile("test", null, new ProfilePlugins(inOrder, Map.of(), Map.of()), arguments),
        KubePlugins.IN_TREE.factories(parts),
        new ProfileContext(dictionary, gates, InstantSource.fixed(NOW)));
  }

  /** Tries a pod of this name on every node, with the profile made anew. */
  public Tried attempt(Pod pod) {
    return attempt(profile(), pod);
  }

  public Tried attempt(SchedulingProfile profile, Pod pod) {
    with(pod);
    return new Tried(profile, info(pod));
  }

  public PodInfo info(Pod pod) {
    return requireNonNull(state.snapshot().pod(pod.key()), pod.key());
  }

  /** An attempt to schedule a pod, after the nodes were looked at. */
  public final class Tried {

    private final SchedulingProfile profile;
    private final PodAttempt attempt;
    private final PlacementOutcome placement;

    Tried(SchedulingProfile profile, PodInfo pod) {
      this.profile = profile;
      this.attempt = profile.attempt(pod, view());
      this.placement =
          new ReferencePlacement(
                  profile, NodeSampling.ALL_NODES, new NodeRotation(), new TieBreak(0))
              .place(attempt, nominations());
    }

    public PodAttempt attempt() {
      return attempt;
    }

    public boolean fits() {
      return placement instanceof PlacementOutcome.Placed;
    }

    /** Whether the filters accept a node, also beside the pods that are nominated to it. */
    public boolean fits(String nodeName) {
      return profile
          .filtering()
          .filter(
              attempt,
              requireNonNull(attempt.cluster().node(nodeName), nodeName),
              nominations().on(nodeName))
          .isSuccess();
    }

    /** By node, the code and texts of what the filters say of it now. */
    public Map<String, String> verdicts() {
      var verdicts = new LinkedHashMap<String, String>();
      attempt
          .cluster()
          .nodes()
          .forEach(node -> {
            var verdict = profile.filtering().filter(attempt, node, List.of()).verdict();
            verdicts.put(node.name(), verdict.code() + verdict.texts());
          });
      return verdicts;
    }

    /** Lets the post-filters make room; the pod must fit nowhere. */
    public PostFilterOutcome postFilter() {
      return profile.filtering().postFilter(attempt, rejections(), nominations());
    }

    public PreemptionSurvey survey() {
      var plugin = (DefaultPreemption) profile.filtering().postFilters().getFirst();
      return plugin.survey(
          attempt.pod(),
          attempt.cluster(),
          rejections(),
          profile.filtering().dryRun(attempt, nominations()));
    }

    private NodeVerdicts rejections() {
      if (placement instanceof PlacementOutcome.Unfit(var error)) {
        return error.diagnosis();
      }
      throw new IllegalStateException("the pod must fit nowhere: " + placement);
    }
  }

  private Nominations nominations() {
    var byNode = new LinkedHashMap<String, List<PodInfo>>();
    for (Pod pod : nominated) {
      byNode
          .computeIfAbsent(pod.status().nominatedNodeName(), _ -> new ArrayList<>())
          .add(info(pod));
    }
    return Nominations.of(byNode);
  }
}
