package io.merapi.batch.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.batch.session.SessionCluster;
import io.merapi.kube.placement.NodeDescriber;
import io.merapi.kube.placement.NodeDescription;
import io.merapi.kube.placement.NodeDomains;
import io.merapi.kube.placement.NodePartition;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that the tasks of a {@link CountedClass} may fit, those that are alike in one group:
 * the same is counted for them, they have room at the same time, and their scores are measured by
 * the same. Used by one thread.
 */
final class CountedGroups {

  /** The node does not fit, whatever is counted; it is in no group. */
  static final byte UNFIT = 0;

  /** It has room now and fits as far as it decides itself. */
  static final byte NOW = 1;

  /** The same, but it will have room only later. */
  static final byte LATER = 2;

  /** It has changed since it was asked, and counts speak against it for the time being. */
  static final byte UNASKED = 3;

  private final SessionCluster cluster;
  private final NodeDomains domains;
  private final CountedScores scores;
  private final NodePartition partition;
  private final byte[] room;
  private final NodeSet grouped = new NodeSet();
  private final NodeSet leftOut = new NodeSet();
  private final List<@Nullable ClusterCounts> counts = new ArrayList<>();
  private final IntFunction<@Nullable ClusterCounts> countsByPlace = counts::get;
  private @Nullable NodeDescriber describer;

  /**
   * No groups yet.
   *
   * @param nodes how many there are
   */
  CountedGroups(
      SessionCluster cluster, NodeDomains domains, CountedScores scores, TieOrder ties, int nodes) {
    this.cluster = cluster;
    this.domains = domains;
    this.scores = scores;
    this.partition = new NodePartition(ties, scores.totals());
    this.room = new byte[nodes];
    partition.reserve(nodes);
  }

  /** The groups; not to be changed by others. */
  NodePartition partition() {
    return partition;
  }

  /** The nodes that are in groups. */
  NodeSet nodes() {
    return grouped;
  }

  /** Whether a node fits as far as it decides itself, and when it has room. */
  byte room(int node) {
    return room[node];
  }

  /** Goes by what is counted now, which may be something else than before. */
  void follow(CountedFit fit) {
    counts.clear();
    fit.addCountsTo(counts);
    scores.addCountsTo(counts);
    NodeDescriber by = describer;
    if (by == null) {
      by = new NodeDescriber(counts.size(), cluster, domains);
      describer = by;
    }
    if (by.follow(countsByPlace)) {
      partition.clear();
      grouped.clear();
      for (int node = 0; node < room.length; node++) {
        group(node);
      }
    }
  }

  /** What is counted for a node, to which more can be added; good until the next is described. */
  NodeDescription describe(int node) {
    return Objects.requireNonNull(describer).describe(cluster.factsAt(node), node);
  }

  /**
   * Puts a node that is in no group into its own, unless it is left out.
   *
   * @param when it has room, if it fits; its scores are known then
   */
  void put(int node, byte when) {
    room[node] = when;
    group(node);
  }

  private void group(int node) {
    if (room[node] != UNFIT && !leftOut.contains(node)) {
      NodeDescription description = describe(node);
      description.number(room[node]);
      if (room[node] != UNASKED) {
        scores.describe(node, description);
      }
      partition.put(node, description, scores.totals().get(node));
      grouped.add(node);
    }
  }

  /** Takes a node out of its group, if it is in one. */
  void remove(int node) {
    partition.remove(node);
    grouped.remove(node);
  }

  /** Keeps a node out of groups, whatever it says. */
  void leaveOut(int node) {
    leftOut.add(node);
    remove(node);
  }

  /** How many nodes are left out. */
  int leftOut() {
    return leftOut.size();
  }

  /** Leaves none out any more. */
  void letIn() {
    int[] before = leftOut.toArray();
    leftOut.clear();
    for (int node : before) {
      group(node);
    }
  }
}
