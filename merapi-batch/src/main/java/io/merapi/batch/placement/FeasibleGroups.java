package io.merapi.batch.placement;

import io.merapi.api.framework.GroupedNodes;
import io.merapi.api.node.NodeInfo;
import io.merapi.batch.session.SessionCluster;
import io.merapi.kube.placement.GroupScores;
import io.merapi.kube.placement.NodePartition.Group;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that tasks of a {@link CountedClass} choose from, in their groups; a list of them is
 * made when somebody reads it. Written over for every choice.
 */
final class FeasibleGroups extends AbstractList<NodeInfo> implements GroupedNodes {

  private final SessionCluster cluster;
  private final GroupScores groups;
  private final CountedGroups grouped;
  private FittingNodes fitting;
  private byte when;

  /** How many they are; below 0 until somebody asks. */
  private int size;

  private @Nullable List<NodeInfo> listed;

  /**
   * @param groups those that are chosen from
   * @param grouped all groups
   * @param fitting the nodes that fit, of whatever group
   */
  FeasibleGroups(
      SessionCluster cluster, GroupScores groups, CountedGroups grouped, FittingNodes fitting) {
    this.cluster = cluster;
    this.groups = groups;
    this.grouped = grouped;
    this.fitting = fitting;
  }

  /**
   * Takes in which ones they are now.
   *
   * @param fits the nodes that fit, of whatever group
   * @param haveRoom when they have room that are in the groups that are chosen from
   */
  FeasibleGroups renew(FittingNodes fits, byte haveRoom) {
    fitting = fits;
    when = haveRoom;
    size = -1;
    listed = null;
    return this;
  }

  @Override
  public int size() {
    if (size < 0) {
      size = 0;
      for (int i = 0; i < groups.size(); i++) {
        size += fitting.size(groups.group(i));
      }
    }
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
    var all = new ArrayList<NodeInfo>();
    for (int node : fitting.inOrder()) {
      if (grouped.room(node) == when) {
        all.add(cluster.nodeAt(node));
      }
    }
    return all;
  }

  @Override
  public void forEachGroup(GroupAction action) {
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.group(i);
      action.visit(cluster.nodeAt(group.any()), fitting.size(group));
    }
  }
}
