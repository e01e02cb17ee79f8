package io.merapi.explain.conformance;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.QueuedPod;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.explain.cluster.OfflineCluster;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.placement.IncrementalPlacement;
import io.merapi.kube.placement.NodeRotation;
import io.merapi.kube.placement.NodeSampling;
import io.merapi.kube.placement.Placement;
import io.merapi.kube.placement.ReferencePlacement;
import io.merapi.kube.placement.TieBreak;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The cluster, the profiles and the placements of one case, freshly made. */
final class KubeEngine {

  private final OfflineCluster cluster;
  private final boolean reference;
  private final List<PodInfo> incoming = new ArrayList<>();
  private final NodeRotation rotation = new NodeRotation();
  private final Map<SchedulingProfile, Placement> placements = new HashMap<>();

  /**
   * @param reference whether pods are placed straight from the definition, and not from memory
   */
  KubeEngine(
      GoldenCase golden, KubeConfiguration configuration, FeatureGates gates, boolean reference) {
    this.reference = reference;
    // The answers were recorded from a program that samples, and has its bugs.
    cluster = new OfflineCluster(configuration, gates, true, Fixes.NONE, golden.now());
    golden.objects().forEach(cluster::add);
    for (ClusterObject object : golden.incoming()) {
      if (object instanceof Pod pod) {
        incoming.add(cluster.addApart(pod).onNode(pod.nodeName()));
      }
    }
  }

  /** Every plugin that a profile enables and that does not exist. */
  SortedSet<String> missing() {
    var missing = new TreeSet<String>();
    cluster.profiles().forEach(profile -> missing.addAll(profile.missing()));
    return missing;
  }

  /** The profile that is responsible for a pod; null where none is. */
  @Nullable SchedulingProfile profile(PodInfo pod) {
    return cluster.profile(pod);
  }

  /** How the pods of a profile are placed: one placement for all that happens in the case. */
  Placement placement(SchedulingProfile profile) {
    return placements.computeIfAbsent(profile, this::newPlacement);
  }

  private Placement newPlacement(SchedulingProfile profile) {
    NodeSampling sampling = cluster.sampling(profile);
    var tieBreak = new TieBreak(0);
    return reference
        ? new ReferencePlacement(profile, sampling, rotation, tieBreak)
        : new IncrementalPlacement(profile, sampling, rotation, tieBreak)::placeInFull;
  }

  ClusterView cluster() {
    return cluster.view();
  }

  /** The pods of the cluster that wait for a node, in the order of the file. */
  List<PodInfo> pending() {
    return cluster.pending();
  }

  List<PodInfo> incoming() {
    return List.copyOf(incoming);
  }

  PodInfo pod(String key) {
    return Objects.requireNonNull(cluster.pod(key));
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

  Nominations nominations() {
    return cluster.nominations();
  }

  /** Takes a pod to be on a node from now on. */
  void assume(PodInfo pod, String node) {
    cluster.add(pod.pod().onNode(node));
  }
}
