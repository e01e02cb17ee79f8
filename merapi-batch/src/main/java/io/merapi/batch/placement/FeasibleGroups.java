package io.merapi.batch.placement;

import io.merapi.api.framework.GroupedNodes;
import io.merapi.api.node.NodeInfo;
import io.merapi.batch.session.SessionCluster;
import io.merapi.kube.placement.GroupScores;
import io.merapi.kube.placement.NodePartition;
import io.merapi.kube.placement.NodePartition.Group;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a task of a {@link CountedClass} chooses from, in their groups; a list of them is
 * made when somebody reads it.
 */
final class FeasibleGroups extends AbstractList<NodeInfo> implements GroupedNodes {

  private final SessionCluster cluster;
  private final GroupScores groups;
  private final NodePartition partition;
  private final FittingNodes fitting;
  private final byte[] room;
  private final byte when;
  private final int size;
  private @Nullable List<NodeInfo> listed;

  /**
   * @param groups those that are chosen from
   * @param fitting the nodes that fit, of whatever group
   * @param room by node, when it has room
   * @param when they have room that are in the groups that are chosen from
   * @param size how many these are
   */
  FeasibleGroups(
      SessionCluster cluster,
      GroupScores groups,
      NodePartition partition,
      FittingNodes fitting,
      byte[] room,
      byte when,
      int size) {
    this.cluster = cluster;
    this.groups = groups;
    this.partition = partition;
    this.fitting = fitting;
    this.room = room;
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
    for (int node : fitting.inOrder()) {
      if (room[node] == when) {
        all.add(cluster.nodeAt(node));
      }
    }
    return all;
  }

  @Override
  public void forEachGroup(GroupAction action) {
    for (int i = 0; i < groups.size(); i++) {
      int node = groups.best(i);
      Group group = partition.of(node);
      if (group != null) {
        action.visit(cluster.nodeAt(node), fitting.size(group));
      }
    }
  }
}
