package io.merapi.batch.placement;

import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.ChangedNodes;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionCluster;
import io.merapi.kube.placement.GroupScores;
import io.merapi.kube.placement.NodeDescription;
import io.merapi.kube.placement.NodeDomains;
import io.merapi.kube.placement.NodePartition;
import io.merapi.kube.placement.NodePartition.Group;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import io.merapi.kube.placement.Unanswered;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one class of tasks whose fit or scores go by counts over the cluster. Nodes
 * that are alike are in one group: plugins that count are asked about one node of each, in every
 * decision, and all others only about nodes that have changed, and not while counts speak against
 * these. Where a sample is enough, nodes are not asked before one gets to them. Used by one thread.
 */
final class CountedClass {

  private final List<NodeState> nodes;
  private final ChangedNodes changed;
  private final BiFunction<TaskState, NodeState, Fit> asked;
  private final CountedFit fit;
  private final CountedScores scores;
  private final CountedGroups grouped;
  private final NodePartition partition;
  private final GroupScores groupScores;

  /** How many changes of nodes are taken into account. */
  private long read;

  /** Nodes that were never asked. */
  private final NodeSet unseen = new NodeSet();

  /** Nodes that were asked again for the last decision. */
  private final NodeSet askedAgain = new NodeSet();

  private final IntConsumer askingAgain = this::askAgain;

  /** Nodes that counts have let in again for the last decision. */
  private final NodeSet letIn = new NodeSet();

  /** The nodes that counts let the class in to. */
  private final AcceptedNodes accepted;

  /** What nodes have against the role of the task; they are left out. Null for no role. */
  private @Nullable RoleRefusals refusals;

  /** Whether all nodes that do not fit by themselves are among them. */
  private boolean hasNoted;

  private final CountedSample sample;
  private final FeasibleGroups feasible;

  private final ClusterRefusal refusal;

  /**
   * @param asked what a node says of the task, by the definition
   */
  CountedClass(
      SchedulingSession session,
      BiFunction<TaskState, NodeState, Fit> asked,
      CountedFit fit,
      CountedScores scores,
      NodeDomains domains,
      TieOrder ties) {
    SessionCluster cluster = session.cluster();
    this.nodes = session.nodes();
    this.changed = session.changedNodes();
    this.asked = asked;
    this.fit = fit;
    this.scores = scores;
    this.grouped = new CountedGroups(cluster, domains, scores, ties, nodes.size());
    this.partition = grouped.partition();
    this.groupScores = new GroupScores(partition, cluster, ties);
    this.sample = new CountedSample(partition, grouped.nodes(), nodes.size());
    this.accepted = new AcceptedNodes(partition, nodes.size());
    this.feasible = new FeasibleGroups(cluster, groupScores, grouped, accepted);
    this.refusal = new ClusterRefusal(nodes, changed, asked);
    this.read = changed.count();
    nodes.forEach(node -> unseen.add(node.index()));
  }

  /**
   * The best node for a task; null for none.
   *
   * @param known what nodes have had against the task's role, which this adds to; null for no role
   * @throws Unanswered if a plugin fails; then this is of no more use
   */
  @Nullable NodeState place(TaskState task, @Nullable RoleRefusals known) throws Unanswered {
    try {
      update(task);
      askUnseen(task, 0, nodes.size());
      heed(known);
      askLetIn(task);
      if (known != null) {
        noteUnfit(task, known);
      }
      judge(task);
      NodeState best = best(accepted);
      if (known != null) {
        leaveRefusingOut(task, known);
      }
      return best;
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      throw new Unanswered();
    }
  }

  /**
   * The best of a sample of all nodes; null for none.
   *
   * @param start the node to begin with
   * @param enough how many nodes that fit are enough to choose from
   */
  @Nullable NodeState place(TaskState task, @Nullable RoleRefusals known, int start, int enough)
      throws Unanswered {
    try {
      update(task);
      heed(known);
      askLetIn(task);
      takeSample(task, known, start, enough);
      NodeState best = best(sample);
      for (int i = 0; known != null && i < sample.refusingCount(); i++) {
        refuse(task, sample.refusing(i), known);
      }
      return best;
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      throw new Unanswered();
    }
  }

  private void takeSample(TaskState task, @Nullable RoleRefusals known, int start, int enough)
      throws Unanswered {
    int next;
    int ahead = enough + 1;
    do {
      judge(task);
      sample.take(start, enough, accepted.byGroup(), known);
      next = sample.first(unseen);
      if (next >= 0) {
        askUnseen(task, next, Math.min(next + ahead, nodes.size()));
        // So it takes few steps where few nodes fit.
        ahead = Math.min(2 * ahead, nodes.size());
      }
    } while (next >= 0);
  }

  /** How many nodes were looked at for the last sample. */
  int looked() {
    return sample.looked();
  }

  private void update(TaskState task) throws Unanswered {
    grouped.follow(fit);
    askedAgain.clear();
    changed.since(read, askingAgain);
    read = changed.count();
    for (int node = askedAgain.next(0); node >= 0; node = askedAgain.next(node + 1)) {
      grouped.remove(node);
      if (isLetIn(task, node)) {
        ask(task, node);
      } else {
        scores.leave(node);
        grouped.put(node, CountedGroups.UNASKED);
      }
    }
  }

  private void askAgain(int node) {
    if (!unseen.contains(node)) {
      askedAgain.add(node);
    }
  }

  /** Asks those nodes between two indices that were never asked, and puts them into groups. */
  private void askUnseen(TaskState task, int from, int below) throws Unanswered {
    for (int node = unseen.next(from, below); node >= 0; node = unseen.next(node + 1, below)) {
      unseen.remove(node);
      ask(task, node);
    }
  }

  /**
   * Whether a node is to be asked at once: where counts let it in, or may do so soon, as they do
   * with domains of several nodes. They do not where others wait that are like it to them.
   */
  private boolean isLetIn(TaskState task, int node) {
    NodeDescription description = grouped.describe(node);
    description.number(CountedGroups.UNASKED);
    return description.sharesDomain()
        || (!partition.has(description) && fit.byCounts(task, nodes.get(node)));
  }

  /** Asks a node that is in no group, and puts it into its own. */
  private void ask(TaskState task, int index) throws Unanswered {
    NodeState node = nodes.get(index);
    if (!fit.byItself(task, node)) {
      scores.leave(index);
      grouped.put(index, CountedGroups.UNFIT);
      return;
    }
    scores.ask(task, node);
    // A fit has room in the end, and where nothing is awaited that is now.
    boolean now = node.awaitsNothing() || node.fitsIdle(task);
    grouped.put(index, now ? CountedGroups.NOW : CountedGroups.LATER);
  }

  /**
   * Asks nodes that counts do not speak against any more; where refusals of the role are kept, all
   * that were not asked, for what they say by themselves comes first.
   */
  private void askLetIn(TaskState task) throws Unanswered {
    letIn.clear();
    List<Group> groups = partition.groups();
    for (int i = 0; i < groups.size(); i++) {
      int any = groups.get(i).any();
      if (grouped.room(any) == CountedGroups.UNASKED
          && (refusals != null || fit.byCounts(task, nodes.get(any)))) {
        groups.get(i).addTo(letIn);
      }
    }
    for (int node = letIn.next(0); node >= 0; node = letIn.next(node + 1)) {
      grouped.remove(node);
      ask(task, node);
    }
  }

  /** Leaves out nodes that have refused a task of the role. */
  private void heed(@Nullable RoleRefusals known) {
    if (known != refusals || (known != null && known.size() != grouped.leftOut())) {
      grouped.letIn();
      refusals = known;
      if (known != null) {
        NodeSet refused = known.nodes();
        for (int node = refused.next(0); node >= 0; node = refused.next(node + 1)) {
          grouped.leaveOut(node);
        }
      }
      hasNoted = false;
    }
  }

  /** Keeps for the role what nodes have against the task by themselves. */
  private void noteUnfit(TaskState task, RoleRefusals known) {
    if (!hasNoted) {
      for (int node = 0; node < nodes.size(); node++) {
        note(task, node, known);
      }
      hasNoted = true;
    } else {
      for (int node = askedAgain.next(0); node >= 0; node = askedAgain.next(node + 1)) {
        note(task, node, known);
      }
    }
  }

  private void note(TaskState task, int node, RoleRefusals known) {
    if (grouped.room(node) == CountedGroups.UNFIT && known.of(node) == null) {
      refuse(task, node, known);
    }
  }

  private void refuse(TaskState task, int node, RoleRefusals known) {
    known.keep(node, asked.apply(task, nodes.get(node)));
    grouped.leaveOut(node);
  }

  private void judge(TaskState task) {
    List<Group> groups = partition.groups();
    boolean[] answers = accepted.begin();
    for (int i = 0; i < groups.size(); i++) {
      answers[i] = fit.byCounts(task, nodes.get(groups.get(i).any()));
    }
  }

  /** The best of some nodes with room now, else of those with room later; null for none. */
  private @Nullable NodeState best(FittingNodes fitting) throws Unanswered {
    NodeState now = best(fitting, CountedGroups.NOW);
    return now == null ? best(fitting, CountedGroups.LATER) : now;
  }

  private @Nullable NodeState best(FittingNodes fitting, byte when) throws Unanswered {
    groupScores.begin();
    List<Group> groups = partition.groups();
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      if (grouped.room(group.any()) == when) {
        int best = fitting.best(group);
        if (best != FittingNodes.NONE) {
          groupScores.choosesFrom(group, best);
        }
      }
    }
    if (groupScores.size() == 0) {
      return null;
    }
    // A node that is the only one to choose is not scored.
    boolean scored = groupScores.size() > 1 || fitting.hasSeveral(groupScores.group(0));
    return nodes.get(
        scored
            ? scores.best(groupScores, feasible.renew(fitting, when), fitting)
            : groupScores.best(0));
  }

  /** Notes the nodes that counts speak against, which takes them out of their groups. */
  private void leaveRefusingOut(TaskState task, RoleRefusals known) {
    var refusing = new ArrayList<Group>();
    for (int i = 0; i < partition.groups().size(); i++) {
      if (!accepted.byGroup()[i]) {
        refusing.add(partition.groups().get(i));
      }
    }
    for (Group group : refusing) {
      while (group.size() > 0) {
        refuse(task, group.any(), known);
      }
    }
  }

  /**
   * What all nodes have against a task that was just refused, where its role is not remembered; the
   * same object until one of them has changed.
   */
  FitErrors refusal(TaskState task) {
    return refusal.of(task);
  }
}
