package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import org.jspecify.annotations.Nullable;

/** The nodes that a placement goes by, as they are now. */
public interface IndexedNodes {

  /** The node at an index; absent also where there is no such index. */
  @Nullable NodeInfo nodeAt(int index);

  /** No node has this index or a higher one. */
  int bound();

  /** A number that grows when a node comes, goes or changes in its name, labels or taints. */
  long topologyVersion();
}
