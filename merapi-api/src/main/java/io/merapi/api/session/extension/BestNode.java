package io.merapi.api.session.extension;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Picks the node of a task in place of the highest score; the first plugin that picks decides. */
public interface BestNode extends BatchPlugin {

  /** One of the nodes, or null to leave it to others. */
  @Nullable SessionNode bestNode(Task task, List<ScoredNode> nodes);

  /** A node that the task fits with the sum of its scores. */
  record ScoredNode(SessionNode node, double score) {}
}
