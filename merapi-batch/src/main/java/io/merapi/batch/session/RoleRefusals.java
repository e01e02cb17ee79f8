package io.merapi.batch.session;

import io.merapi.api.session.extension.Fit;
import io.merapi.kube.placement.NodeSet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What nodes had against one role of a job when they were first asked. */
public final class RoleRefusals {

  private @Nullable Fit[] byNode = new @Nullable Fit[0];
  private final NodeSet nodes = new NodeSet();

  /** Whether no node has had anything against the role yet. */
  public boolean isEmpty() {
    return nodes.size() == 0;
  }

  /** How many nodes have had something against it. */
  public int size() {
    return nodes.size();
  }

  /** The nodes that have had something against it, as it goes on; not to be changed. */
  public NodeSet nodes() {
    return nodes;
  }

  /**
   * What a node had against the role; null for nothing, or where it was not asked.
   *
   * @param node its place in the session's list
   */
  public @Nullable Fit of(int node) {
    return node < byNode.length ? byNode[node] : null;
  }

  /** Remembers a refusal. */
  public void keep(int node, Fit refusal) {
    if (node >= byNode.length) {
      byNode = Arrays.copyOf(byNode, Math.max(node + 1, 2 * byNode.length));
    }
    nodes.add(node);
    byNode[node] = refusal;
  }
}
