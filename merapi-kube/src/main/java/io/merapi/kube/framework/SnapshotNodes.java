package io.merapi.kube.framework;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.state.ClusterContents;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster as a list that copies none of them; used by one thread.
 *
 * <p>Implementation note: where indices are free, the place of a node in the list is not its index.
 * The first node that is asked for by its place then costs a walk over all of them; the size and an
 * iteration never do.
 */
final class SnapshotNodes extends AbstractList<NodeInfo> implements RandomAccess {

  private final ClusterContents contents;
  private int @Nullable [] indices;

  SnapshotNodes(ClusterContents contents) {
    this.contents = contents;
  }

  @Override
  public int size() {
    return contents.nodeCount();
  }

  @Override
  public NodeInfo get(int place) {
    if (size() == contents.nodeBound()) {
      return at(place);
    }
    int[] known = indices;
    if (known == null) {
      known = new int[size()];
      int count = 0;
      for (int index = next(0); index >= 0; index = next(index + 1)) {
        known[count++] = index;
      }
      indices = known;
    }
    return at(known[place]);
  }

  private NodeInfo at(int index) {
    NodeInfo node = contents.node(index);
    if (node == null) {
      throw new IndexOutOfBoundsException("index (%d) has no node".formatted(index));
    }
    return node;
  }

  /** The lowest index with a node that is not below the given one, or -1. */
  private int next(int from) {
    for (int index = from; index < contents.nodeBound(); index++) {
      if (contents.node(index) != null) {
        return index;
      }
    }
    return -1;
  }

  @Override
  public Iterator<NodeInfo> iterator() {
    return new Iterator<>() {

      private int next = SnapshotNodes.this.next(0);

      @Override
      public boolean hasNext() {
        return next >= 0;
      }

      @Override
      public NodeInfo next() {
        if (next < 0) {
          throw new NoSuchElementException();
        }
        NodeInfo node = at(next);
        next = SnapshotNodes.this.next(next + 1);
        return node;
      }
    };
  }
}
