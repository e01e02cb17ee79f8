package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.Snapshot;
import java.util.Arrays;
import java.util.List;

/**
 * Which nodes the pods of one class must ask about again: those that have changed, and those that
 * other pods are nominated to than before. Used by one thread.
 *
 * <p>A pod's own nomination does not stand against it, but against the other pods of its class. So
 * the node that it is nominated to is stale in its attempt, and once more in the next one.
 */
final class StaleNodes {

  /** No node has this version. */
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final NodeChanges changes;
  private final NodeColumn versions = new NodeColumn(UNKNOWN);
  private PersistentMap<String, List<PodInfo>> nominated = PersistentMap.empty();
  private int own = NodeInfo.NO_INDEX;

  /** Up to where changes are known; from the beginning on they never are. */
  private long position;

  private int bound;
  private int[] taken = new int[1];
  private int size;

  StaleNodes(NodeChanges changes) {
    this.changes = changes;
  }

  /** Makes every node stale. */
  void forget() {
    for (int index = 0; index < bound; index++) {
      versions.set(index, UNKNOWN);
    }
    position = 0;
  }

  /**
   * The indices of the nodes that are stale; from now on they no longer are. There may be no node
   * at an index any more, and an index may be told more than once.
   *
   * @param pod whose attempt it is
   */
  int[] take(PodInfo pod, Snapshot snapshot, Nominations nominations) {
    size = 0;
    int ownBefore = own;
    String ownNode = nominations.nodeOf(pod);
    own = ownNode == null ? NodeInfo.NO_INDEX : index(snapshot, ownNode);
    take(ownBefore, snapshot);
    take(own, snapshot);
    nominations
        .byNode()
        .forEachChange(nominated, (name, _, _) -> take(index(snapshot, name), snapshot));
    nominated = nominations.byNode();
    if (changes.reachesBack(position)) {
      changes.since(position, index -> look(index, snapshot));
    } else {
      for (int index = 0; index < Math.max(bound, snapshot.nodeBound()); index++) {
        look(index, snapshot);
      }
    }
    position = changes.position();
    bound = snapshot.nodeBound();
    return Arrays.copyOf(taken, size);
  }

  private static int index(Snapshot snapshot, String name) {
    NodeInfo node = snapshot.node(name);
    return node == null ? NodeInfo.NO_INDEX : node.index();
  }

  /** Takes a node whether or not it has changed. */
  private void take(int index, Snapshot snapshot) {
    if (index != NodeInfo.NO_INDEX) {
      versions.set(index, UNKNOWN);
      look(index, snapshot);
    }
  }

  private void look(int index, Snapshot snapshot) {
    NodeInfo node = NodeChanges.at(snapshot, index);
    long version = node == null ? UNKNOWN : node.version();
    if (versions.get(index) == version && version != UNKNOWN) {
      return;
    }
    versions.set(index, version);
    if (size == taken.length) {
      taken = Arrays.copyOf(taken, 2 * size);
    }
    taken[size++] = index;
  }
}
