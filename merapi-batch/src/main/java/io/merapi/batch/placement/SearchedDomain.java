package io.merapi.batch.placement;

import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.SchedulingSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a search looks for nodes, by which rules, and what is remembered for it.
 *
 * @param countedClasses null where counts know nothing of the rules
 */
record SearchedDomain(
    SchedulingSession session,
    HyperNodeInfo domain,
    NodeSearch search,
    PlacementRules rules,
    KnownClasses classes,
    @Nullable CountedClasses countedClasses,
    ReferenceTaskPlacement reference) {

  List<? extends SessionNode> nodes() {
    return domain.nodes();
  }

  boolean isWholeCluster() {
    return domain.nodes().size() == session.nodes().size();
  }

  /** Whether what is wrong is said of nodes alone, not of the domain. */
  boolean isTop() {
    return domain.name().equals(HyperNodes.TOP);
  }

  /** The node where room was made for a task, if it is asked first and has that room. */
  @Nullable NodeState nominated(TaskState task) {
    String name = task.nominatedNodeName();
    NodeState node = name.isEmpty() || !rules.asksNominatedFirst() ? null : session.node(name);
    return node != null
            && (isWholeCluster() || domain.nodes().contains(node))
            && node.fitsFutureIdle(task)
        ? node
        : null;
  }

  /** Notes that nodes were looked at. */
  void looked(int count) {
    search.looked(count, domain.nodes().size());
  }
}
