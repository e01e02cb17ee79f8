package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.state.Snapshot;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The feasible nodes of an attempt, made into a list only if a plugin looks into it; most ask for
 * no more than its size. To be read before the set changes.
 */
final class RememberedNodes extends AbstractList<NodeInfo> {

  private final Snapshot snapshot;
  private final NodeSet feasible;
  private final IntSupplier first;
  private final int size;
  private @Nullable List<NodeInfo> nodes;

  /**
   * @param first the index to begin with, asked when the list is made
   */
  RememberedNodes(Snapshot snapshot, NodeSet feasible, IntSupplier first) {
    this.snapshot = snapshot;
    this.feasible = feasible;
    this.first = first;
    this.size = feasible.size();
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

  private List<NodeInfo> nodes() {
    List<NodeInfo> known = nodes;
    if (known == null) {
      known = new ArrayList<>(size);
      int from = first.getAsInt();
      for (int node = feasible.next(from); node >= 0; node = feasible.next(node + 1)) {
        known.add(Objects.requireNonNull(snapshot.node(node)));
      }
      for (int node = feasible.next(0); known.size() < size; node = feasible.next(node + 1)) {
        known.add(Objects.requireNonNull(snapshot.node(node)));
      }
      nodes = known;
    }
    return known;
  }
}
