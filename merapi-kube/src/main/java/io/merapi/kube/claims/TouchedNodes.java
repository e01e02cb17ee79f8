package io.merapi.kube.claims;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.NodeLog;
import io.merapi.kube.volumes.RequiredLabel;
import org.jspecify.annotations.Nullable;

/** Where the nodes are noted that a change touches, of the contents that have it. */
final class TouchedNodes {

  private final NodeLog log;
  private final NodesByLabel byLabel;
  private final ClusterContents contents;

  TouchedNodes(NodeLog log, NodesByLabel byLabel, ClusterContents contents) {
    this.log = log;
    this.byLabel = byLabel;
    this.contents = contents;
  }

  ClusterContents contents() {
    return contents;
  }

  void at(int index) {
    log.add(index);
  }

  void named(String name) {
    NodeInfo node = contents.node(name);
    if (node != null) {
      log.add(node.index());
    }
  }

  /** Touches the nodes that have a label; all where none is required. */
  void with(@Nullable RequiredLabel label) {
    if (label == null) {
      log.addAll();
    } else {
      for (String value : label.values()) {
        byLabel.of(label.key(), value, contents).forEach(this::at);
      }
    }
  }

  void all() {
    log.addAll();
  }
}
