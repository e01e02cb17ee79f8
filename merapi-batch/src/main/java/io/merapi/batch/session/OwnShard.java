package io.merapi.batch.session;

import io.merapi.api.batch.NodeShard;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.Fit;
import io.merapi.kube.state.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The nodes of the scheduler among those of the cluster, where schedulers share it.
 *
 * <p>They are those that its shard is to have, without those that another still uses. A scheduler
 * whose shard does not exist has none.
 */
public final class OwnShard {

  private static final Fit NOT_OURS = Fit.error("node isn't in scheduler node shard");

  private final NodeSharding.Mode mode;
  private final Set<String> own;

  OwnShard(Snapshot snapshot, NodeSharding sharding) {
    this.mode = sharding.mode();
    this.own = mode == NodeSharding.Mode.NONE ? Set.of() : own(snapshot, sharding.shard());
  }

  private static Set<String> own(Snapshot snapshot, String name) {
    var own = new HashSet<String>();
    var others = new HashSet<String>();
    snapshot
        .objects(ObjectKind.NODE_SHARD)
        .forEachValue(object -> {
          NodeShard shard = (NodeShard) object;
          if (shard.name().equals(name)) {
            own.addAll(shard.nodesDesired());
          } else {
            others.addAll(shard.nodesInUse());
          }
        });
    own.removeAll(others);
    return own;
  }

  /** Whether schedulers share the nodes at all. */
  public boolean divides() {
    return mode != NodeSharding.Mode.NONE;
  }

  /** Whether a node may be used at all; a fit where it may. */
  Fit permits(SessionNode node) {
    return mode == NodeSharding.Mode.HARD && !own.contains(node.name()) ? NOT_OURS : Fit.fits();
  }

  /** Whether a node is used only where none of the own will do. */
  public boolean lastResort(SessionNode node) {
    return mode == NodeSharding.Mode.SOFT && !own.contains(node.name());
  }

  /** Nodes to be tried together, the own before those of last resort; in the order given. */
  public <N extends SessionNode> List<List<N>> inTurn(List<N> nodes) {
    if (mode != NodeSharding.Mode.SOFT) {
      return List.of(nodes);
    }
    var first = new ArrayList<N>();
    var last = new ArrayList<N>();
    nodes.forEach(node -> (lastResort(node) ? last : first).add(node));
    return List.of(first, last);
  }
}
