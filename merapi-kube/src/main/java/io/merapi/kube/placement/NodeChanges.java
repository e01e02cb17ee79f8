package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.state.Snapshot;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes have changed since somebody last asked, over the snapshots of one state that it is
 * shown; used by one thread.
 *
 * <p>It also is the order of ties among the nodes of the latest snapshot.
 *
 * <p>Implementation note: a ring of the indices that changed last. Whoever asks keeps its position
 * in it; one that has not asked for long must look at all nodes. So no old snapshot is kept for the
 * sake of those who ask.
 */
final class NodeChanges implements TieOrder {

  private final TieBreak tieBreak;
  private final int[] ring;
  private final NodeColumn ranks = new NodeColumn(0);
  private @Nullable Snapshot latest;
  private long position;
  private long nodesVersion;

  /**
   * @param kept how many changes are known at a time
   */
  NodeChanges(TieBreak tieBreak, int kept) {
    this.tieBreak = tieBreak;
    this.ring = new int[kept];
  }

  /** Notes what has changed; the snapshot need not be later than the one before. */
  void follow(Snapshot snapshot) {
    Snapshot before = latest;
    if (before == snapshot) {
      return;
    }
    latest = snapshot;
    if (before == null || !snapshot.sharesHistoryWith(before)) {
      // Everybody is sent to look at all nodes.
      position += ring.length + 1;
      nodesVersion++;
      for (int index = 0; index < snapshot.nodeBound(); index++) {
        rank(snapshot.node(index));
      }
      return;
    }
    snapshot
        .since(before)
        .forEachNode(index -> note(index, at(before, index), at(snapshot, index)));
  }

  @SuppressWarnings("ReferenceEquality") // an unchanged node is the same object
  private void note(int index, @Nullable NodeInfo old, @Nullable NodeInfo now) {
    ring[(int) (position++ % ring.length)] = index;
    if (old == null || now == null || old.node() != now.node()) {
      nodesVersion++;
      rank(now);
    }
  }

  private void rank(@Nullable NodeInfo node) {
    if (node != null) {
      ranks.set(node.index(), tieBreak.rank(node.name()));
    }
  }

  /** The node at an index of a snapshot; absent also where there is no such index. */
  static @Nullable NodeInfo at(Snapshot snapshot, int index) {
    return index < snapshot.nodeBound() ? snapshot.node(index) : null;
  }

  /** Where the changes end that are known now. */
  long position() {
    return position;
  }

  /** Whether it still knows what has changed since a position. */
  boolean reachesBack(long to) {
    return position - to <= ring.length;
  }

  /** Tells the indices that changed since a position, an index maybe more than once. */
  void since(long from, IntConsumer action) {
    for (long at = from; at < position; at++) {
      action.accept(ring[(int) (at % ring.length)]);
    }
  }

  /** A number that grows when a node comes, goes or changes in more than its pods. */
  long nodesVersion() {
    return nodesVersion;
  }

  @Override
  public boolean wins(int first, int second) {
    int order = Long.compareUnsigned(ranks.get(first), ranks.get(second));
    return order != 0 ? order < 0 : name(first).compareTo(name(second)) < 0;
  }

  /** Empty for a node that is gone: it is about to lose its place anyway. */
  private String name(int index) {
    NodeInfo node = latest == null ? null : at(latest, index);
    return node == null ? "" : node.name();
  }
}
