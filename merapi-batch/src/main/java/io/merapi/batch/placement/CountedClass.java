package io.merapi.batch.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.ChangedNodes;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.SessionCluster;
import io.merapi.kube.placement.GroupScores;
import io.merapi.kube.placement.NodeDescriber;
import io.merapi.kube.placement.NodeDescription;
import io.merapi.kube.placement.NodeDomains;
import io.merapi.kube.placement.NodePartition;
import io.merapi.kube.placement.NodePartition.Group;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import io.merapi.kube.placement.Unanswered;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one class of tasks whose fit or scores go by counts over the cluster. Nodes
 * that are alike are in one group: plugins that count are asked about one node of each, in every
 * decision, and all others only about nodes that have changed, and not while counts speak against
 * these. Used by one thread.
 */
final class CountedClass {

  private static final byte UNFIT = 0;
  private static final byte NOW = 1;
  private static final byte LATER = 2;

  /** The node has changed since it was asked, and counts speak against it for the time being. */
  private static final byte UNASKED = 3;

  private final SessionCluster cluster;
  private final List<NodeState> nodes;
  private final ChangedNodes changed;
  private final BiFunction<TaskState, NodeState, Fit> asked;
  private final CountedFit fit;
  private final CountedScores scores;
  private final NodeDomains domains;
  private final NodePartition partition;
  private final GroupScores groupScores;

  /** By node, whether it fits as far as it decides itself, and when it has room. */
  private final byte[] room;

  private final List<@Nullable ClusterCounts> counts = new ArrayList<>();
  private final IntFunction<@Nullable ClusterCounts> countsByPlace = counts::get;
  private @Nullable NodeDescriber describer;

  /** How many changes of nodes are taken into account; less than none before the first. */
  private long read = -1;

  /** The nodes that are in groups. */
  private final NodeSet grouped = new NodeSet();

  /** Nodes that were asked again for the last decision. */
  private final NodeSet askedAgain = new NodeSet();

  private final IntConsumer askingAgain = askedAgain::add;

  /** Nodes that counts have let in again for the last decision. */
  private final NodeSet letIn = new NodeSet();

  /** The nodes that counts let the class in to. */
  private final AcceptedNodes accepted;

  /** What nodes have against the role of the task; they are left out. Null for no role. */
  private @Nullable RoleRefusals refusals;

  /** Whether all nodes that do not fit by themselves are among them. */
  private boolean hasNoted;

  private final NodeSet leftOut = new NodeSet();

  private final CountedSample sample;
  private final FeasibleGroups feasible;

  private @Nullable FitErrors refusal;
  private long refusalRead;

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
    this.cluster = session.cluster();
    this.nodes = session.nodes();
    this.changed = session.changedNodes();
    this.asked = asked;
    this.fit = fit;
    this.scores = scores;
    this.domains = domains;
    this.partition = new NodePartition(ties, scores.totals());
    this.groupScores = new GroupScores(partition, cluster, ties);
    this.sample = new CountedSample(partition, grouped, nodes.size());
    this.room = new byte[nodes.size()];
    this.accepted = new AcceptedNodes(partition, room.length);
    this.feasible = new FeasibleGroups(cluster, groupScores, partition, accepted, room);
    partition.reserve(nodes.size());
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
      judge(task);
      sample.take(start, enough, accepted.byGroup(), known);
      NodeState best = best(sample);
      for (int i = 0; known != null && i < sample.refusingCount(); i++) {
        refuse(task, sample.refusing(i), known);
      }
      return best;
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      throw new Unanswered();
    }
  }

  /** How many nodes were looked at for the last sample. */
  int looked() {
    return sample.looked();
  }

  private void update(TaskState task) throws Unanswered {
    counts.clear();
    fit.addCountsTo(counts);
    scores.addCountsTo(counts);
    if (describer == null) {
      describer = new NodeDescriber(counts.size(), cluster, domains);
    }
    boolean regroup = describer.follow(countsByPlace);
    askedAgain.clear();
    boolean first = read < 0;
    if (first) {
      nodes.forEach(node -> askedAgain.add(node.index()));
    } else {
      changed.since(read, askingAgain);
    }
    read = changed.count();
    for (int node = askedAgain.next(0); node >= 0; node = askedAgain.next(node + 1)) {
      ungroup(node);
      if (first || isLetIn(task, node, describer)) {
        ask(task, nodes.get(node));
      } else {
        room[node] = UNASKED;
        scores.leave(node);
      }
    }
    if (regroup) {
      partition.clear();
      grouped.clear();
      for (int node = 0; node < room.length; node++) {
        group(node, describer);
      }
    } else {
      for (int node = askedAgain.next(0); node >= 0; node = askedAgain.next(node + 1)) {
        group(node, describer);
      }
    }
  }

  /**
   * Whether a node is to be asked at once: where counts let it in, or may do so soon, as they do
   * with domains of several nodes. They do not where others wait that are like it to them.
   */
  private boolean isLetIn(TaskState task, int node, NodeDescriber by) {
    NodeDescription description = by.describe(cluster.factsAt(node), node);
    description.number(UNASKED);
    return description.sharesDomain()
        || (!partition.has(description) && fit.byCounts(task, nodes.get(node)));
  }

  private void ask(TaskState task, NodeState node) throws Unanswered {
    int index = node.index();
    if (!fit.byItself(task, node)) {
      room[index] = UNFIT;
      scores.leave(index);
      return;
    }
    // A fit has room in the end, and where nothing is awaited that is now.
    room[index] = node.awaitsNothing() || node.fitsIdle(task) ? NOW : LATER;
    scores.ask(task, node);
  }

  /** Puts a node that is in no group into its own, unless it is left out. */
  private void group(int node, NodeDescriber by) {
    if (room[node] != UNFIT && !leftOut.contains(node)) {
      NodeDescription description = by.describe(cluster.factsAt(node), node);
      description.number(room[node]);
      if (room[node] != UNASKED) {
        scores.describe(node, description);
      }
      partition.put(node, description, scores.totals().get(node));
      grouped.add(node);
    }
  }

  private void ungroup(int node) {
    partition.remove(node);
    grouped.remove(node);
  }

  /**
   * Asks nodes that counts do not speak against any more; where refusals of the role are kept, all
   * that were not asked, for what they say by themselves comes first.
   */
  private void askLetIn(TaskState task) throws Unanswered {
    NodeDescriber by = Objects.requireNonNull(describer);
    letIn.clear();
    List<Group> groups = partition.groups();
    for (int i = 0; i < groups.size(); i++) {
      int any = groups.get(i).any();
      if (room[any] == UNASKED && (refusals != null || fit.byCounts(task, nodes.get(any)))) {
        groups.get(i).addTo(letIn);
      }
    }
    for (int node = letIn.next(0); node >= 0; node = letIn.next(node + 1)) {
      ungroup(node);
      ask(task, nodes.get(node));
      group(node, by);
    }
  }

  /** Leaves out nodes that have refused a task of the role. */
  private void heed(@Nullable RoleRefusals known) {
    if (known != refusals || (known != null && known.size() != leftOut.size())) {
      letIn();
      refusals = known;
      if (known != null) {
        NodeSet refused = known.nodes();
        for (int node = refused.next(0); node >= 0; node = refused.next(node + 1)) {
          leaveOut(node);
        }
      }
      hasNoted = false;
    }
  }

  /** Keeps for the role what nodes have against the task by themselves. */
  private void noteUnfit(TaskState task, RoleRefusals known) {
    if (!hasNoted) {
      for (int node = 0; node < room.length; node++) {
        note(task, node, known);
      }
      hasNoted = true;
    } else {
      for (int node = askedAgain.next(0); node >= 0; node = askedAgain.next(node + 1)) {
        note(task, node, known);
      }
    }
  }

  private void letIn() {
    int[] before = leftOut.toArray();
    leftOut.clear();
    if (describer != null) {
      for (int node : before) {
        group(node, describer);
      }
    }
  }

  private void leaveOut(int node) {
    leftOut.add(node);
    ungroup(node);
  }

  private void note(TaskState task, int node, RoleRefusals known) {
    if (room[node] == UNFIT && known.of(node) == null) {
      refuse(task, node, known);
    }
  }

  private void refuse(TaskState task, int node, RoleRefusals known) {
    known.keep(node, asked.apply(task, nodes.get(node)));
    leaveOut(node);
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
    NodeState now = best(fitting, NOW);
    return now == null ? best(fitting, LATER) : now;
  }

  private @Nullable NodeState best(FittingNodes fitting, byte when) throws Unanswered {
    groupScores.begin();
    int size = 0;
    List<Group> groups = partition.groups();
    for (int i = 0; i < groups.size(); i++) {
      int best = fitting.best(groups.get(i));
      if (best != FittingNodes.NONE && room[best] == when) {
        groupScores.choosesFrom(best);
        size += fitting.size(groups.get(i));
      }
    }
    if (size == 0) {
      return null;
    }
    return nodes.get(
        size == 1
            ? groupScores.best(0)
            : scores.best(groupScores, feasible.renew(fitting, when, size), partition, fitting));
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
    FitErrors kept = refusal;
    if (kept == null || refusalRead != changed.count()) {
      kept = new FitErrors();
      for (NodeState node : nodes) {
        kept.setNode(node.name(), asked.apply(task, node));
      }
      refusal = kept;
      refusalRead = changed.count();
    }
    return kept;
  }
}
