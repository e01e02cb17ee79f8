package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.NodeLog;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Which nodes the pods of one class must ask about again: those that have changed, those that other
 * pods are nominated to than before, and those that changes of claims have touched. Used by one
 * thread.
 *
 * <p>A pod's own nomination does not stand against it, but against the other pods of its class. So
 * the node that it is nominated to is stale in its attempt, and once more in the next one.
 */
final class StaleNodes {

  private final NodeChanges changes;
  private final NodeLog touched;
  private PersistentMap<String, List<PodInfo>> nominated = PersistentMap.empty();
  private int own = NodeInfo.NO_INDEX;

  /** Up to where changes are known; from the beginning on they never are. */
  private long position;

  /** Up to where it is known what changes of claims have touched. */
  private long touchedPosition;

  private int bound;
  private final NodeSet taken = new NodeSet();
  private final IntConsumer taking = this::take;

  /**
   * @param touched by changes of claims
   */
  StaleNodes(NodeChanges changes, NodeLog touched) {
    this.changes = changes;
    this.touched = touched;
  }

  /** Makes every node stale. */
  void forget() {
    position = 0;
  }

  /**
   * The indices of the nodes that are stale, good until it is asked again; from now on they no
   * longer are. There may be no node at an index any more.
   *
   * @param pod whose attempt it is
   * @param claims whether what changes of claims have touched is stale, too
   */
  @SuppressWarnings("ReferenceEquality") // the same map has no changes to look for
  NodeSet take(PodInfo pod, ClusterContents contents, Nominations nominations, boolean claims) {
    taken.clear();
    int ownBefore = own;
    String ownNode = nominations.nodeOf(pod);
    own = ownNode == null ? NodeInfo.NO_INDEX : index(contents, ownNode);
    take(ownBefore);
    take(own);
    if (nominations.byNode() != nominated) {
      nominations.byNode().forEachChange(nominated, (name, _, _) -> take(index(contents, name)));
      nominated = nominations.byNode();
    }
    if (claims && touched.reachesBack(touchedPosition)) {
      touched.between(touchedPosition, touched.position(), taking);
    } else if (claims) {
      forget();
    }
    touchedPosition = touched.position();
    if (changes.reachesBack(position)) {
      changes.since(position, taking);
    } else {
      for (int index = 0; index < Math.max(bound, contents.nodeBound()); index++) {
        if (changes.isSince(position, index)) {
          take(index);
        }
      }
    }
    position = changes.position();
    bound = contents.nodeBound();
    return taken;
  }

  private static int index(ClusterContents contents, String name) {
    NodeInfo node = contents.node(name);
    return node == null ? NodeInfo.NO_INDEX : node.index();
  }

  private void take(int index) {
    if (index != NodeInfo.NO_INDEX) {
      taken.add(index);
    }
  }
}
