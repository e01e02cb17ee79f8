package io.merapi.batch.actions.preempt;

import io.merapi.api.session.Task;
import io.merapi.batch.actions.eviction.NodesToTry;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import io.merapi.kube.preemption.CandidateChoice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Topology-aware preemption for one task: of some nodes where a dry run finds victims, the one with
 * the smallest loss is taken.
 *
 * <p>Differs from upstream, which starts at a random node and takes those that are done first: it
 * starts at a node that follows from the task and looks at one after the other.
 */
final class DryRunPreemption {

  private final SchedulingSession session;
  private final PreemptArgs args;
  private final TaskState task;
  private final NodesToTry found;
  private final DryRunVictims dryRun;

  DryRunPreemption(SchedulingSession session, PreemptArgs args, TaskState task, NodesToTry found) {
    this.session = session;
    this.args = args;
    this.task = task;
    this.found = found;
    this.dryRun = new DryRunVictims(session, task);
  }

  /**
   * Evicts the victims on the best node and pipelines the task there.
   *
   * @param into has the moves in the end, or nothing new where it did not work
   * @return whether it worked
   */
  boolean preempt(List<NodeState> nodes, Statement into) {
    SequencedMap<NodeState, List<Task>> candidates = candidates(nodes);
    if (candidates.isEmpty()) {
      return false;
    }
    NodeState best = best(candidates);
    Statement own = session.statement();
    for (Task victim : candidates.getOrDefault(best, List.of())) {
      own.evict(victim, RoomInQueue.REASON);
    }
    if (!own.pipeline(task, best, true).isSuccess()) {
      own.discard();
      return false;
    }
    into.merge(List.of(own));
    return true;
  }

  /** Nodes where victims were found, until there are enough to choose from. */
  private SequencedMap<NodeState, List<Task>> candidates(List<NodeState> nodes) {
    var candidates = new LinkedHashMap<NodeState, List<Task>>();
    long enough = enough(nodes.size(), args);
    int start = nodes.isEmpty() ? 0 : Math.floorMod(task.uid().hashCode(), nodes.size());
    for (int i = 0; i < nodes.size() && candidates.size() < enough; i++) {
      NodeState node = nodes.get((start + i) % nodes.size());
      List<Task> allowed = found.victims(node);
      List<Task> victims = allowed == null ? List.of() : dryRun.on(node, allowed);
      if (!victims.isEmpty()) {
        candidates.put(node, victims);
      }
    }
    return candidates;
  }

  /**
   * How many nodes with victims are enough: a share of those that are looked at, but at least a
   * number and at most another. None where nobody works on them.
   */
  static long enough(int nodes, PreemptArgs args) {
    if (args.workers() <= 0) {
      return 0;
    }
    long share = nodes * args.minCandidatesPercentage() / 100;
    return Math.min(Math.min(Math.max(share, args.minCandidates()), args.maxCandidates()), nodes);
  }

  private NodeState best(SequencedMap<NodeState, List<Task>> candidates) {
    var losses = new LinkedHashMap<NodeState, Victims>();
    candidates.forEach((node, victims) ->
        losses.put(node, new Victims(victims.stream().map(Task::info).toList(), 0)));
    return new CandidateChoice(session.clock().instant()).best(losses).getFirst();
  }
}
