package io.merapi.explain.conformance;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.QueuedPod;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.effects.Binder;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.Nominations;
import io.merapi.kube.plugins.InTreePlugin;
import io.merapi.kube.state.ClusterState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The cluster and the profiles of one case, freshly made. */
final class KubeEngine {

  /** Cases end before pods are bound. */
  private static final Binder NOTHING_IS_BOUND =
      (pod, node) -> Binder.Outcome.failed("(%s) is not to be bound".formatted(pod.key()));

  private final ClusterState state;
  private final Map<String, SchedulingProfile> profiles = new LinkedHashMap<>();
  private final List<String> pending = new ArrayList<>();
  private final List<Pod> incoming = new ArrayList<>();

  KubeEngine(GoldenCase golden, KubeConfiguration configuration, FeatureGates gates) {
    var dictionary = new ResourceDictionary();
    state = new ClusterState(dictionary, PodRequests.Rules.of(gates), PodClassReads.ALL);
    for (Profile profile : configuration.profiles()) {
      var context = new ProfileContext(dictionary, gates, InstantSource.system());
      profiles.put(
          profile.schedulerName(),
          new SchedulingProfile(profile, InTreePlugin.factories(NOTHING_IS_BOUND), context));
    }
    for (ClusterObject object : golden.objects()) {
      state.apply(new ObjectEvent.Applied(object));
      if (object instanceof Pod pod && !pod.assigned() && !pod.terminated()) {
        pending.add(pod.key());
      }
    }
    for (ClusterObject object : golden.incoming()) {
      if (object instanceof Pod pod) {
        // Known without its node, so that it counts nowhere.
        state.apply(new ObjectEvent.Applied(pod.onNode("")));
        incoming.add(pod);
      }
    }
  }

  /** Every plugin that a profile enables and that does not exist. */
  SortedSet<String> missing() {
    var missing = new TreeSet<String>();
    profiles.values().forEach(profile -> missing.addAll(profile.missing()));
    return missing;
  }

  /** The profile that is responsible for a pod; null where none is. */
  @Nullable SchedulingProfile profile(PodInfo pod) {
    return profiles.get(pod.pod().spec().schedulerName());
  }

  Iterable<SchedulingProfile> profiles() {
    return profiles.values();
  }

  ClusterView cluster() {
    return new SnapshotView(state.snapshot());
  }

  /** The pods of the cluster that wait for a node, in the order of the file. */
  List<PodInfo> pending() {
    return pending.stream().map(this::pod).toList();
  }

  List<PodInfo> incoming() {
    return incoming.stream().map(pod -> pod(pod.key()).onNode(pod.nodeName())).toList();
  }

  PodInfo pod(String key) {
    return Objects.requireNonNull(state.snapshot().pod(key));
  }

  /** The waiting pods that some profile is responsible for, in the order of the queue. */
  List<String> queueOrder() {
    var queue = new ArrayList<QueuedPod>();
    SchedulingProfile any = null;
    List<PodInfo> pods = pending();
    for (int i = 0; i < pods.size(); i++) {
      SchedulingProfile profile = profile(pods.get(i));
      if (profile != null) {
        any = profile;
        queue.add(new QueuedPod(pods.get(i), Instant.EPOCH.plusSeconds(i)));
      }
    }
    if (any != null) {
      queue.sort(any.queueOrder());
    }
    return queue.stream().map(entry -> entry.pod().key()).toList();
  }

  /** The waiting pods that are nominated to a node and not kept out of the queue. */
  Nominations nominations() {
    var nominated = new LinkedHashMap<String, List<PodInfo>>();
    for (PodInfo pod : pending()) {
      String node = pod.pod().status().nominatedNodeName();
      SchedulingProfile profile = profile(pod);
      if (!node.isEmpty()
          && !pod.pod().assigned()
          && profile != null
          && profile.preEnqueue(pod).isSuccess()) {
        nominated.computeIfAbsent(node, _ -> new ArrayList<>()).add(pod);
      }
    }
    return Nominations.of(nominated);
  }

  /** Takes a pod to be on a node from now on. */
  void assume(PodInfo pod, String node) {
    state.apply(new ObjectEvent.Applied(pod.pod().onNode(node)));
  }
}
