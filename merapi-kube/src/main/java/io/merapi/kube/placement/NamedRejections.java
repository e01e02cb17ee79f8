package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.PluginVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts that were gathered node by node.
 *
 * @param verdicts by the name of the node
 */
record NamedRejections(Map<String, PluginVerdict> verdicts) implements NodeRejections {

  NamedRejections {
    verdicts = Collections.unmodifiableMap(new LinkedHashMap<>(verdicts));
  }

  @Override
  public int size() {
    return verdicts.size();
  }

  @Override
  public @Nullable PluginVerdict of(NodeInfo node) {
    return verdicts.get(node.name());
  }

  @Override
  public Map<String, Integer> reasonCounts() {
    var counts = new TreeMap<String, Integer>();
    for (PluginVerdict verdict : verdicts.values()) {
      verdict.verdict().texts().forEach(text -> counts.merge(text, 1, Integer::sum));
    }
    return counts;
  }

  @Override
  public List<NodeInfo> whereEvictionHelps(ClusterView cluster, Verdict others) {
    var nodes = new ArrayList<NodeInfo>();
    for (NodeInfo node : cluster.nodes()) {
      PluginVerdict known = of(node);
      if (NodeRejections.evictionHelps(known == null ? others : known.verdict())) {
        nodes.add(node);
      }
    }
    return nodes;
  }
}
