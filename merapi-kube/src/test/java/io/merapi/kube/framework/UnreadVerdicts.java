package io.merapi.kube.framework;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import java.util.List;

/** Verdicts for post-filters that do not look at them. */
public record UnreadVerdicts() implements NodeVerdicts {

  @Override
  public Verdict of(NodeInfo node) {
    throw new AssertionError("nobody asks for the verdict on " + node.name());
  }

  @Override
  public List<NodeInfo> whereEvictionHelps(ClusterView cluster) {
    throw new AssertionError("nobody asks where eviction helps");
  }
}
