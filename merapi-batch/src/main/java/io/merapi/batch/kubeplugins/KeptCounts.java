package io.merapi.batch.kubeplugins;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.batch.session.PodMoves;
import io.merapi.batch.session.SessionCluster;
import java.util.List;

/**
 * What wrapped plugins have counted over the cluster for the pods of one class, in a state of the
 * class, told of the pods that come and go while a session works. Used by one thread.
 */
public final class KeptCounts {

  private final List<CycleKey<? extends ClusterCounts>> keys;
  private final CycleState state;
  private final SessionCluster cluster;
  private final PodMoves moves;
  private final PodMoves.Follower following = this::follow;
  private int read;

  /**
   * Follows what the state has by now or is given later on.
   *
   * @param keys where the state has the counts
   */
  public KeptCounts(
      List<CycleKey<? extends ClusterCounts>> keys, CycleState state, SessionCluster cluster) {
    this.keys = keys;
    this.state = state;
    this.cluster = cluster;
    this.moves = cluster.moves();
    this.read = moves.count();
  }

  /**
   * Brings the counts up to date; those that cannot follow are taken out of the state, so that the
   * plugin counts anew when it is asked next.
   */
  public void follow() {
    if (read < moves.count()) {
      moves.since(read, following);
      read = moves.count();
    }
  }

  private void follow(PodInfo pod, int place, int difference) {
    NodeInfo node = cluster.factsAt(place);
    for (int i = 0; i < keys.size(); i++) {
      ClusterCounts counts = state.get(keys.get(i));
      if (counts != null && !counts.follow(pod, node, difference, cluster)) {
        state.clear(keys.get(i));
      }
    }
  }
}
