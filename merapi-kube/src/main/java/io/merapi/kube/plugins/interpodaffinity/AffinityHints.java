package io.merapi.kube.plugins.interpodaffinity;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.EnqueueExtensions.Registration;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Affinity;
import io.merapi.api.pod.Affinity.PodTerms;
import io.merapi.api.pod.CompiledPodTerm;
import io.merapi.api.pod.CompiledPodTerms;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says which changes of pods and nodes can meet a required term that was not met.
 *
 * <p>As upstream has it, namespaces that a term selects by label are not looked up here, and pods
 * that only some of several terms mean are passed over: such pods wait for another change, or for
 * the time after which every pod is tried again.
 */
final class AffinityHints {

  static final List<Registration> REGISTRATIONS =
      List.of(
          Registration.of(
              ObjectKind.POD,
              Set.of(ClusterAction.ADD, ClusterAction.DELETE, ClusterAction.UPDATE_POD_LABEL),
              AffinityHints::afterPodChange),
          Registration.of(
              ObjectKind.NODE,
              Set.of(ClusterAction.ADD, ClusterAction.UPDATE_NODE_LABEL),
              AffinityHints::afterNodeChange));

  private AffinityHints() {}

  private static boolean afterPodChange(PodInfo info, ObjectChange change, ClusterView cluster) {
    Pod before = (Pod) change.before();
    Pod after = (Pod) change.after();
    if (before != null && after != null && change.isOf(info)) {
      // The pods that it was unwelcome to may not mean its new labels.
      return true;
    }
    if (hasNoNode(before) || hasNoNode(after)) {
      return false;
    }
    CompiledPodTerms terms = info.podClass().podTerms();
    Affinity stated = info.pod().spec().affinity();
    List<CompiledPodTerm> near = terms.requiredAffinity();
    List<CompiledPodTerm> away = terms.requiredAntiAffinity();
    if (isUnreadable(near, stated.podAffinity()) || isUnreadable(away, stated.podAntiAffinity())) {
      return true;
    }
    if (before == null) {
      return IncomingTerms.allMatch(near, Objects.requireNonNull(after));
    }
    if (after == null) {
      return IncomingTerms.allMatch(away, before) || wasUnwelcomeTo(before, info.pod());
    }
    boolean cameNear = !IncomingTerms.allMatch(near, before) && IncomingTerms.allMatch(near, after);
    boolean wentAway = IncomingTerms.allMatch(away, before) && !IncomingTerms.allMatch(away, after);
    return cameNear || wentAway;
  }

  private static boolean hasNoNode(@Nullable Pod pod) {
    return pod != null && !pod.assigned() && pod.status().nominatedNodeName().isEmpty();
  }

  private static boolean isUnreadable(List<CompiledPodTerm> compiled, PodTerms stated) {
    return compiled.isEmpty() && !stated.required().isEmpty();
  }

  private static boolean wasUnwelcomeTo(Pod gone, Pod pod) {
    Affinity stated = gone.spec().affinity();
    List<CompiledPodTerm> away =
        CompiledPodTerms.of(gone.namespace(), stated).requiredAntiAffinity();
    return isUnreadable(away, stated.podAntiAffinity()) || IncomingTerms.allMatch(away, pod);
  }

  private static boolean afterNodeChange(PodInfo info, ObjectChange change, ClusterView cluster) {
    CompiledPodTerms terms = info.podClass().podTerms();
    Affinity stated = info.pod().spec().affinity();
    List<CompiledPodTerm> near = terms.requiredAffinity();
    List<CompiledPodTerm> away = terms.requiredAntiAffinity();
    Node before = (Node) change.before();
    Node after = (Node) Objects.requireNonNull(change.after());
    return isUnreadable(near, stated.podAffinity())
        || near.stream().anyMatch(term -> joinsDomain(term.topologyKey(), before, after))
        || isUnreadable(away, stated.podAntiAffinity())
        || away.stream().anyMatch(term -> leavesDomain(term.topologyKey(), before, after));
  }

  private static boolean joinsDomain(String topologyKey, @Nullable Node before, Node after) {
    String now = after.meta().labels().get(topologyKey);
    return now != null && (before == null || !now.equals(before.meta().labels().get(topologyKey)));
  }

  /** A new node leaves none, but may be free of what the pod keeps away from. */
  private static boolean leavesDomain(String topologyKey, @Nullable Node before, Node after) {
    if (before == null) {
      return true;
    }
    String was = before.meta().labels().get(topologyKey);
    return was != null && !was.equals(after.meta().labels().get(topologyKey));
  }
}
