package io.merapi.batch.session;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.Fit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What nodes had against one role of a job when they were first asked. */
public final class RoleRefusals {

  private @Nullable Fit[] byNode = new @Nullable Fit[0];

  /** What a node had against the role; null for nothing, or where it was not asked. */
  public @Nullable Fit of(SessionNode node) {
    return node.index() < byNode.length ? byNode[node.index()] : null;
  }

  /** Remembers a refusal. */
  public void keep(SessionNode node, Fit refusal) {
    if (node.index() >= byNode.length) {
      byNode = Arrays.copyOf(byNode, Math.max(node.index() + 1, 2 * byNode.length));
    }
    byNode[node.index()] = refusal;
  }
}
