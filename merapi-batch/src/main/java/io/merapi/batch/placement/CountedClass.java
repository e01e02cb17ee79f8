package io.merapi.batch.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.GroupedNodes;
import io.merapi.api.node.NodeInfo;
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
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one class of tasks whose fit or scores go by counts over the cluster. Nodes
 * that are alike are in one group: plugins that count are asked about one node of each, in every
 * decision, and all others only about nodes that have changed. Used by one thread.
 */
final class CountedClass {

  private static final byte UNFIT = 0;
  private static final byte NOW = 1;
  private static final byte LATER = 2;

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
  private @Nullable NodeDescriber describer;

  /** How many changes of nodes are taken into account; less than none before the first. */
  private long read = -1;

  /** Nodes that were asked again for the last decision. */
  private final NodeSet askedAgain = new NodeSet();

  /** By the place of the group, whether counts let the class in. */
  private boolean[] accepted = new boolean[1];

  /** What nodes have against the role of the task; they are left out. Null for no role. */
  private @Nullable RoleRefusals refusals;

  private int refusalsRead;
  private final NodeSet leftOut = new NodeSet();

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
    this.partition = new NodePartition(ties);
    this.groupScores = new GroupScores(partition, cluster, ties);
    this.room = new byte[nodes.size()];
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
      heed(task, known);
      judge(task);
      NodeState best = best(NOW);
      best = best == null ? best(LATER) : best;
      if (known != null) {
        leaveRefusingOut(task, known);
      }
      return best;
    } catch (RuntimeException | StackOverflowError _) {
      throw new Unanswered();
    }
  }

  private void update(TaskState task) throws Unanswered {
    counts.clear();
    fit.addCountsTo(counts);
    scores.addCountsTo(counts);
    if (describer == null) {
      describer = new NodeDescriber(counts.size(), cluster, domains);
    }
    boolean regroup = describer.follow(counts::get);
    askedAgain.clear();
    if (read < 0) {
      nodes.forEach(node -> askedAgain.add(node.index()));
    } else {
      changed.since(read, askedAgain::add);
    }
    read = changed.count();
    for (int node = askedAgain.next(0); node >= 0; node = askedAgain.next(node + 1)) {
      partition.remove(node);
      ask(task, nodes.get(node));
    }
    if (regroup) {
      partition.clear();
      for (int node = 0; node < room.length; node++) {
        group(node, describer);
      }
    } else {
      for (int node = askedAgain.next(0); node >= 0; node = askedAgain.next(node + 1)) {
        group(node, describer);
      }
    }
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
      NodeDescription description = by.describe(cluster.nodeAt(node), node);
      description.number(room[node]);
      scores.describe(node, description);
      partition.put(node, description, scores.total(node));
    }
  }

  /** Leaves out nodes that have refused a task of the role, and notes those that do so now. */
  private void heed(TaskState task, @Nullable RoleRefusals known) {
    if (known != refusals || (known != null && known.size() != refusalsRead)) {
      letIn();
      refusals = known;
      if (known != null) {
        for (int node = 0; node < room.length; node++) {
          if (known.of(node) != null) {
            leaveOut(node);
          }
          note(task, node, known);
        }
      }
    } else if (known != null) {
      for (int node = askedAgain.next(0); node >= 0; node = askedAgain.next(node + 1)) {
        note(task, node, known);
      }
    }
    refusalsRead = known == null ? 0 : known.size();
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
    partition.remove(node);
  }

  private void note(TaskState task, int node, RoleRefusals known) {
    if (room[node] == UNFIT && known.of(node) == null) {
      known.keep(node, asked.apply(task, nodes.get(node)));
      leaveOut(node);
    }
  }

  private void judge(TaskState task) {
    List<Group> groups = partition.groups();
    if (accepted.length < groups.size()) {
      accepted = new boolean[2 * groups.size()];
    }
    for (int i = 0; i < groups.size(); i++) {
      accepted[i] = fit.byCounts(task, nodes.get(groups.get(i).best()));
    }
  }

  /** The best of the nodes that counts let in and that have room at some time; null for none. */
  private @Nullable NodeState best(byte when) throws Unanswered {
    groupScores.begin();
    int size = 0;
    List<Group> groups = partition.groups();
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      if (accepted[i] && room[group.best()] == when) {
        groupScores.choosesFrom(group.best());
        size += group.size();
      }
    }
    if (size == 0) {
      return null;
    }
    return nodes.get(
        size == 1
            ? groupScores.best(0)
            : scores.best(groupScores, new Feasible(when, size), partition));
  }

  /** Notes the nodes that counts speak against, which takes them out of their groups. */
  private void leaveRefusingOut(TaskState task, RoleRefusals known) {
    var refusing = new ArrayList<Group>();
    for (int i = 0; i < partition.groups().size(); i++) {
      if (!accepted[i]) {
        refusing.add(partition.groups().get(i));
      }
    }
    for (Group group : refusing) {
      while (group.size() > 0) {
        int node = group.at(group.size() - 1);
        known.keep(node, asked.apply(task, nodes.get(node)));
        leaveOut(node);
      }
    }
    refusalsRead = known.size();
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

  /** The nodes to choose from, in their groups; as a list they are in the session's order. */
  private final class Feasible extends AbstractList<NodeInfo> implements GroupedNodes {

    private final byte when;
    private final int size;
    private @Nullable List<NodeInfo> listed;

    Feasible(byte when, int size) {
      this.when = when;
      this.size = size;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public NodeInfo get(int place) {
      List<NodeInfo> known = listed;
      if (known == null) {
        known = list();
        listed = known;
      }
      return known.get(place);
    }

    private List<NodeInfo> list() {
      var all = new ArrayList<NodeInfo>(size);
      for (int node = 0; node < room.length; node++) {
        Group group = partition.of(node);
        if (group != null && accepted[group.place()] && room[node] == when) {
          all.add(cluster.nodeAt(node));
        }
      }
      return all;
    }

    @Override
    public void forEachGroup(GroupAction action) {
      for (int i = 0; i < groupScores.size(); i++) {
        int node = groupScores.best(i);
        Group group = partition.of(node);
        if (group != null) {
          action.visit(cluster.nodeAt(node), group.size());
        }
      }
    }
  }
}
