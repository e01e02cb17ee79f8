package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.persistent.PersistentBits;
import io.merapi.kube.state.ClusterContents;
import java.util.AbstractSequentialList;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/** The nodes of a cluster at some indices, as a list that copies none of them. */
final class NodesAt extends AbstractSequentialList<NodeInfo> {

  private final ClusterContents contents;
  private final PersistentBits indices;

  NodesAt(ClusterContents contents, PersistentBits indices) {
    this.contents = contents;
    this.indices = indices;
  }

  @Override
  public int size() {
    return indices.size();
  }

  @Override
  public ListIterator<NodeInfo> listIterator(int place) {
    Objects.checkIndex(place, size() + 1);
    return new Walk(place);
  }

  /** A walk forwards; a step back looks the node up by its place. */
  private final class Walk implements ListIterator<NodeInfo> {

    private int place;

    /** The index of the next node; -1 after the last one. */
    private int index;

    Walk(int place) {
      this.place = place;
      this.index = indices.at(place);
    }

    @Override
    public boolean hasNext() {
      return index >= 0;
    }

    @Override
    public NodeInfo next() {
      if (index < 0) {
        throw new NoSuchElementException();
      }
      NodeInfo node = Objects.requireNonNull(contents.node(index));
      index = indices.next(index + 1);
      place++;
      return node;
    }

    @Override
    public boolean hasPrevious() {
      return place > 0;
    }

    @Override
    public NodeInfo previous() {
      if (place == 0) {
        throw new NoSuchElementException();
      }
      place--;
      index = indices.at(place);
      return Objects.requireNonNull(contents.node(index));
    }

    @Override
    public int nextIndex() {
      return place;
    }

    @Override
    public int previousIndex() {
      return place - 1;
    }

    @Override
    public void remove() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void set(NodeInfo node) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void add(NodeInfo node) {
      throw new UnsupportedOperationException();
    }
  }
}
