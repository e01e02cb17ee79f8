package io.merapi.kube.topology;

import io.merapi.api.meta.Labels;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;

/** The labels by which nodes form domains. */
public final class NodeLabels {

  private NodeLabels() {}

  /** The labels of a node; none where only pods speak of the node. */
  public static Labels of(NodeInfo info) {
    Node node = info.node();
    return node == null ? Labels.EMPTY : node.meta().labels();
  }
}
