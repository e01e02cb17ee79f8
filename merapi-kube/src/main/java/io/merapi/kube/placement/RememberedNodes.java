package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.GroupedNodes;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.state.ClusterContents;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that attempts of a class choose from, made into a list only if a plugin looks into it;
 * most ask for no more than its size, or for one node of each group. Each attempt writes over those
 * of the one before, and reads them before anything of them changes.
 */
final class RememberedNodes extends AbstractList<NodeInfo> implements GroupedNodes {

  private final ClusterView cluster;
  private final ClusterContents contents;
  private final Contenders contenders;
  private final ClassScores scores;
  private final IntSupplier firstIndex;
  private int size;
  private @Nullable List<NodeInfo> nodes;

  /**
   * @param firstIndex the index of the node that comes first
   */
  RememberedNodes(
      ClusterView cluster,
      ClusterContents contents,
      Contenders contenders,
      ClassScores scores,
      IntSupplier firstIndex) {
    this.cluster = cluster;
    this.contents = contents;
    this.contenders = contenders;
    this.scores = scores;
    this.firstIndex = firstIndex;
  }

  /** Whether these are some of the contenders in a cluster. */
  @SuppressWarnings("ReferenceEquality") // another object may say something else later
  boolean areOf(ClusterView someCluster, Contenders some) {
    return cluster == someCluster && contenders == some;
  }

  /** Takes in which ones the contenders are now. */
  void renew() {
    size = contenders.size();
    nodes = null;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public NodeInfo get(int place) {
    return nodes().get(place);
  }

  @Override
  public Iterator<NodeInfo> iterator() {
    return nodes().iterator();
  }

  @Override
  public void forEachGroup(GroupAction action) {
    scores.forEachGroup(contents, contenders, action);
  }

  private List<NodeInfo> nodes() {
    List<NodeInfo> known = nodes;
    if (known == null) {
      known = new ArrayList<>(size);
      int bound = contents.nodeBound();
      int first = firstIndex.getAsInt();
      for (int i = 0; i < bound; i++) {
        int node = (first + i) % bound;
        if (contenders.contains(node)) {
          known.add(Objects.requireNonNull(contents.node(node)));
        }
      }
      nodes = known;
    }
    return known;
  }
}
