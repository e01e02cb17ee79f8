package io.merapi.kube.state;

import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.pod.Volume;
import io.merapi.api.resource.ResourceDictionary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** What makes pods equal, written down as the definition says, without interning or sharing. */
final class NaivePodClass {

  private static final Set<String> SPREADING =
      Set.of("v1 ReplicationController", "apps/v1 ReplicaSet", "apps/v1 StatefulSet");

  private NaivePodClass() {}

  /** A value that two pods share exactly if scheduling cannot tell them apart. */
  static List<Object> of(
      Pod pod, PodClassReads reads, Set<String> readLabels, ResourceDictionary dictionary) {
    var visible = new ArrayList<Object>();
    visible.add(pod.namespace());
    visible.add(pod.spec());
    visible.add(PodRequests.of(pod, dictionary, PodRequests.Rules.DEFAULT));
    var labels = new TreeMap<>(pod.meta().labels().toMap());
    visible.add(labels.isEmpty());
    labels.keySet().retainAll(readLabels);
    visible.add(labels);
    var annotations = new TreeMap<>(pod.meta().annotations().toMap());
    annotations.keySet().retainAll(reads.annotationKeys());
    visible.add(annotations);
    visible.add(pod.meta().controller().filter(NaivePodClass::spreads));
    visible.add(pod.meta().deletionTimestamp() != null);
    if (!pod.spec().resourceClaims().isEmpty()
        || pod.spec().volumes().stream().anyMatch(v -> v.source() instanceof Volume.Ephemeral)
        || pod.status().extendedResourceClaim() != null) {
      visible.add(pod.name());
      visible.add(pod.meta().uid());
      visible.add(pod.status().claimStatuses());
    }
    return visible;
  }

  private static boolean spreads(OwnerReference owner) {
    return SPREADING.contains(owner.apiVersion() + " " + owner.kind());
  }
}
