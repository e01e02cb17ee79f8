package io.merapi.explain.cluster;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.WaitingPods;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.configuration.Extender;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.kube.state.ClusterState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects of a cluster, and the profiles that judge its pods.
 *
 * <p>Nothing outside is asked: the profiles are without the extenders of the configuration. All
 * that is asked is answered as of one moment, so that no answer depends on how fast the machine is:
 * a search for devices, which a scheduler cuts off after some time, goes on until it ends.
 */
public final class OfflineCluster {

  private final KubeConfiguration configuration;
  private final boolean upstreamSampling;
  private final ClusterState state;
  private final Map<String, SchedulingProfile> profiles = new LinkedHashMap<>();
  private final Set<String> pending = new LinkedHashSet<>();

  /** A cluster without objects, judged by in-tree plugins. */
  public OfflineCluster(
      KubeConfiguration configuration,
      FeatureGates gates,
      boolean upstreamSampling,
      Fixes fixes,
      Instant now) {
    this(configuration, gates, KubePlugins.IN_TREE, upstreamSampling, fixes, now);
  }

  /**
   * A cluster without objects.
   *
   * @param plugins those that the configuration may name
   * @param upstreamSampling whether a profile that sets no percentage of nodes to score looks at
   *     some nodes only, as upstream does, or at all
   * @param fixes the better behaviours that are switched on
   * @param now what the time is taken to be
   */
  public OfflineCluster(
      KubeConfiguration configuration,
      FeatureGates gates,
      KubePlugins plugins,
      boolean upstreamSampling,
      Fixes fixes,
      Instant now) {
    this.configuration = configuration;
    this.upstreamSampling = upstreamSampling;
    var dictionary = new ResourceDictionary();
    state = new ClusterState(dictionary, PodRequests.Rules.of(gates), PodClassReads.ALL);
    var factories = plugins.factories(SchedulerParts.forQuestions());
    FanOut fanOut = FanOut.of(configuration.parallelism());
    for (Profile profile : configuration.profiles()) {
      var context =
          new ProfileContext(dictionary, gates, InstantSource.fixed(now), fixes, WaitingPods.NONE);
      profiles.put(
          profile.schedulerName(),
          new SchedulingProfile(profile, factories, context, Extenders.NONE, fanOut));
    }
  }

  /** Takes an object in, in place of an earlier one of its name. */
  public void add(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
    if (object instanceof Pod pod) {
      if (pod.assigned() || pod.terminated()) {
        pending.remove(pod.key());
      } else {
        pending.add(pod.key());
      }
    }
  }

  /**
   * Makes a pod known without its node, so that it counts nowhere and can be asked about as if it
   * came now.
   */
  public PodInfo addApart(Pod pod) {
    state.apply(new ObjectEvent.Applied(pod.onNode("")));
    return Objects.requireNonNull(pod(pod.key()));
  }

  public @Nullable PodInfo pod(String key) {
    return state.snapshot().pod(key);
  }

  /** The keys of all pods, also of those that have ended, in their order. */
  public List<String> podKeys() {
    var keys = new ArrayList<String>();
    state.snapshot().pods().forEach((key, _) -> keys.add(key));
    Collections.sort(keys);
    return keys;
  }

  /** The pods that wait for a node, in the order in which they came. */
  public List<PodInfo> pending() {
    return pending.stream().map(key -> Objects.requireNonNull(pod(key))).toList();
  }

  public ClusterView view() {
    return new SnapshotView(state.snapshot());
  }

  /** The profiles in the order of the configuration; at least one. */
  public Collection<SchedulingProfile> profiles() {
    return Collections.unmodifiableCollection(profiles.values());
  }

  /** The profile of a scheduler name; null where none has it. */
  public @Nullable SchedulingProfile profile(String schedulerName) {
    return profiles.get(schedulerName);
  }

  /** The profile that is responsible for a pod; null where none is. */
  public @Nullable SchedulingProfile profile(PodInfo pod) {
    return profile(pod.pod().spec().schedulerName());
  }

  /** The addresses of extenders that a scheduler would ask about a pod; here nobody asks them. */
  public List<String> extenders(Pod pod) {
    return configuration.extenders().stream()
        .filter(extender -> extender.concerns(pod))
        .map(Extender::urlPrefix)
        .toList();
  }

  /** How many nodes a profile looks at. */
  public NodeSampling sampling(SchedulingProfile profile) {
    return NodeSampling.of(
        profile.configuration().percentageOfNodesToScore(),
        configuration.percentageOfNodesToScore(),
        upstreamSampling);
  }

  /** The waiting pods that are nominated to a node and not kept out of the queue. */
  public Nominations nominations() {
    ClusterView view = view();
    var nominated = new LinkedHashMap<String, List<PodInfo>>();
    for (PodInfo pod : pending()) {
      String node = pod.pod().status().nominatedNodeName();
      SchedulingProfile profile = profile(pod);
      if (!node.isEmpty() && profile != null && profile.preEnqueue(pod, view).isSuccess()) {
        nominated.computeIfAbsent(node, _ -> new ArrayList<>()).add(pod);
      }
    }
    return Nominations.of(nominated);
  }
}
