package io.merapi.batch.session;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.claims.ClaimChanges;
import io.merapi.kube.claims.ClaimContents;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.NodeLog;
import java.util.function.IntConsumer;

/**
 * What tells tasks with claims apart, and which nodes changes of claims, volumes and devices have
 * touched: in sessions, and from one session to the next. Used by one thread.
 */
public final class SessionClaims {

  private final ClaimChanges changes;
  private final ClaimContents contents;
  private final SessionCluster cluster;
  private final ChangedNodes touched = new ChangedNodes(0);
  private final IntConsumer touching = this::touch;
  private long position;

  SessionClaims(ClaimChanges changes, SessionCluster cluster) {
    this.changes = changes;
    this.contents = new ClaimContents(changes);
    this.cluster = cluster;
    this.position = changes.touched().position();
  }

  /** Whether these are the changes that are followed. */
  @SuppressWarnings("ReferenceEquality") // they have no content of their own
  boolean follow(ClaimChanges others) {
    return changes == others;
  }

  /**
   * What tells a pod apart from others that is to be placed: its class, or where it has claims what
   * these say.
   */
  public Object of(PodInfo pod) {
    if (!pod.podClass().hasClaims()) {
      return pod.podClass();
    }
    changes.follow(cluster.contents());
    return contents.of(pod, cluster, false);
  }

  /** The nodes that changes have touched up to now. */
  public ChangedNodes touched() {
    changes.follow(cluster.contents());
    NodeLog log = changes.touched();
    if (position == log.position()) {
      return touched;
    }
    if (log.reachesBack(position)) {
      log.between(position, log.position(), touching);
    } else {
      // Which they were is not known any more, so that any may be one of them.
      for (int place = 0; place < cluster.bound(); place++) {
        touched.note(place);
      }
    }
    position = log.position();
    return touched;
  }

  private void touch(int index) {
    ClusterContents now = cluster.contents();
    NodeInfo node = index < now.nodeBound() ? now.node(index) : null;
    int place = node == null ? -1 : cluster.place(node.name());
    if (place >= 0) {
      touched.note(place);
    }
  }
}
