package io.merapi.kube.placement;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.ClusterContents;
import java.util.List;
import java.util.Map;

/**
 * That the last pod of a class fitted nowhere, and the state of everything that can have decided
 * that. It stands for the pods of the class until something of that state changes. Used by one
 * thread.
 */
final class StandingRefusal {

  private final NodeChanges changes;
  private boolean noted;
  private long position;
  private Map<ObjectKind, PersistentMap<String, ClusterObject>> objects = Map.of();
  private PersistentMap<String, List<PodInfo>> nominated = PersistentMap.empty();

  /**
   * @param changes shown the cluster before anything is asked here
   */
  StandingRefusal(NodeChanges changes) {
    this.changes = changes;
  }

  /** To be called when a pod of the class is tried, whatever comes of it. */
  void lapse() {
    noted = false;
  }

  /** Takes note that a pod fits nowhere; what stands against one that is nominated is its own. */
  void note(PodInfo pod, ClusterContents contents, Nominations nominations) {
    noted = !isNominated(pod, nominations);
    position = changes.position();
    objects = contents.objects();
    nominated = nominations.byNode();
  }

  /** Whether all that decides about a pod of the class is as it was. */
  @SuppressWarnings("ReferenceEquality") // what has not changed is the same object
  boolean stands(PodInfo pod, ClusterContents contents, Nominations nominations) {
    return noted
        && position == changes.position()
        && objects == contents.objects()
        && nominated == nominations.byNode()
        && !isNominated(pod, nominations);
  }

  private static boolean isNominated(PodInfo pod, Nominations nominations) {
    return !pod.pod().status().nominatedNodeName().isEmpty() || nominations.nodeOf(pod) != null;
  }
}
