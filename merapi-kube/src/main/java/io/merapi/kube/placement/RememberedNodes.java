package io.merapi.kube.placement;

import io.merapi.api.framework.GroupedNodes;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.state.ClusterContents;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that an attempt chooses from, made into a list only if a plugin looks into it; most ask
 * for no more than its size, or for one node of each group. To be read before anything of it
 * changes.
 */
final class RememberedNodes extends AbstractList<NodeInfo> implements GroupedNodes {

  private final ClusterContents contents;
  private final Contenders contenders;
  private final ClassScores scores;
  private final Supplier<List<NodeInfo>> inOrder;
  private final int size;
  private @Nullable List<NodeInfo> nodes;

  /**
   * @param inOrder makes the list
   */
  RememberedNodes(
      ClusterContents contents,
      Contenders contenders,
      ClassScores scores,
      Supplier<List<NodeInfo>> inOrder) {
    this.contents = contents;
    this.contenders = contenders;
    this.scores = scores;
    this.inOrder = inOrder;
    this.size = contenders.size();
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
      known = inOrder.get();
      nodes = known;
    }
    return known;
  }
}
