package io.merapi.api.batch;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import java.util.List;

/**
 * The nodes of one of several schedulers that share a cluster.
 *
 * @param nodesDesired the nodes that the scheduler is to have
 * @param nodesInUse the nodes that it still has, as the status reports it; no other scheduler may
 *     have them before it has let go of them
 */
public record NodeShard(ObjectMeta meta, List<String> nodesDesired, List<String> nodesInUse)
    implements ClusterObject {

  public NodeShard {
    nodesDesired = List.copyOf(nodesDesired);
    nodesInUse = List.copyOf(nodesInUse);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.NODE_SHARD;
  }
}
