package io.merapi.kube.state;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.persistent.PersistentBits;
import io.merapi.kube.persistent.PersistentVector;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The nodes at some indices, in order; made into a list only if somebody looks into it: most ask
 * whether there are any. Used by one thread.
 */
final class NodesOfBits extends AbstractList<NodeInfo> {

  private final PersistentVector<NodeInfo> places;
  private final PersistentBits wanted;
  private @Nullable List<NodeInfo> nodes;

  /**
   * @param wanted each must have a node
   */
  NodesOfBits(PersistentVector<NodeInfo> places, PersistentBits wanted) {
    this.places = places;
    this.wanted = wanted;
  }

  @Override
  public int size() {
    return wanted.size();
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
      var found = new ArrayList<NodeInfo>(wanted.size());
      wanted.forEach(index -> found.add(Objects.requireNonNull(places.get(index))));
      known = found;
      nodes = known;
    }
    return known;
  }
}
