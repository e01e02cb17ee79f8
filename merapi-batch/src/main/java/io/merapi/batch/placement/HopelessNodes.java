package io.merapi.batch.placement;

import io.merapi.api.session.Job;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.placement.NodeSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes on which too little may be evicted for tasks of one kind, until something changes that this
 * depends on; used by one thread.
 */
public final class HopelessNodes {

  private final SchedulingSession session;
  private final NodeSet all = new NodeSet();
  private final NodeSet untilJobsMove = new NodeSet();
  private final NodeSet untilAnyMove = new NodeSet();

  /** By queue; some may have had hope again since, and lose nothing by being asked once more. */
  private final Map<String, NodeSet> untilQueueMoves = new HashMap<>();

  private long readNodes;
  private int readJobs;

  HopelessNodes(SchedulingSession session) {
    this.session = session;
    this.readNodes = session.changedNodes().count();
    this.readJobs = session.movedJobs().count();
  }

  /** Gives hope to nodes for which something has changed. */
  public void update() {
    long nodes = session.changedNodes().count();
    int jobs = session.movedJobs().count();
    if (nodes == readNodes && jobs == readJobs) {
      return;
    }
    session.changedNodes().since(readNodes, this::remove);
    if (untilAnyMove.size() > 0) {
      removeAll(untilAnyMove);
    }
    if (untilJobsMove.size() > 0 || !untilQueueMoves.isEmpty()) {
      var moved = new HashSet<JobState>();
      session.movedJobs().since(readJobs, moved::add);
      moved.forEach(this::removeNodesOf);
    }
    readNodes = nodes;
    readJobs = jobs;
  }

  private void removeAll(NodeSet some) {
    for (int node = some.next(0); node >= 0; node = some.next(node + 1)) {
      remove(node);
    }
  }

  private void removeNodesOf(JobState job) {
    NodeSet ofQueue = untilQueueMoves.remove(job.queue());
    if (ofQueue != null) {
      removeAll(ofQueue);
    }
    if (untilJobsMove.size() == 0) {
      return;
    }
    for (TaskState task : job.tasks()) {
      NodeState node = task.nodeName().isEmpty() ? null : session.node(task.nodeName());
      if (node != null && untilJobsMove.contains(node.index())) {
        remove(node.index());
      }
    }
  }

  private void remove(int node) {
    all.remove(node);
    untilJobsMove.remove(node);
    untilAnyMove.remove(node);
  }

  /**
   * Takes note that too little may be evicted on a node.
   *
   * @param dependence what that depends on; where it is anything, nothing is remembered
   */
  public void add(int node, VictimDependence dependence) {
    if (dependence != VictimDependence.ANYTHING) {
      all.add(node);
      untilJobsMove.set(node, dependence == VictimDependence.JOBS);
      untilAnyMove.set(node, dependence == VictimDependence.SESSION);
      if (dependence == VictimDependence.QUEUES) {
        session.nodes().get(node).forEachTask(task -> addUntilQueueMoves(node, task.job()));
      }
    }
  }

  private void addUntilQueueMoves(int node, @Nullable Job job) {
    if (job != null) {
      untilQueueMoves.computeIfAbsent(job.queue(), _ -> new NodeSet()).add(node);
    }
  }

  /** Takes the nodes of this set out of others. */
  public void removeFrom(NodeSet nodes) {
    nodes.removeAll(all);
  }
}
