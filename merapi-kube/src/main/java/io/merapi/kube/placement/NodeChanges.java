package io.merapi.kube.placement;

import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.state.Snapshot;
import java.util.List;
import java.util.Objects;
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

  /** Beside each index, the pod that came to the node or left it; absent for other changes. */
  private final @Nullable PodInfo[] pods;

  private final boolean[] came;
  private final NodeColumn ranks = new NodeColumn(0);

  /** The nodes of the latest snapshot. */
  private final NodeSet nodes = new NodeSet();

  private @Nullable Snapshot latest;
  private long position;
  private long nodesVersion;
  private long topologyVersion;

  /**
   * @param kept how many changes are known at a time
   */
  NodeChanges(TieBreak tieBreak, int kept) {
    this.tieBreak = tieBreak;
    this.ring = new int[kept];
    this.pods = new PodInfo[kept];
    this.came = new boolean[kept];
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
      topologyVersion++;
      nodes.clear();
      for (int index = 0; index < snapshot.nodeBound(); index++) {
        rank(snapshot.node(index));
        nodes.set(index, snapshot.node(index) != null);
      }
      return;
    }
    snapshot
        .since(before)
        .forEachNode(index -> note(index, at(before, index), at(snapshot, index)));
  }

  @SuppressWarnings("ReferenceEquality") // an unchanged node is the same object
  private void note(int index, @Nullable NodeInfo old, @Nullable NodeInfo now) {
    note(index, null, false);
    if (old == null || now == null || old.node() != now.node()) {
      nodesVersion++;
      rank(now);
      nodes.set(index, now != null);
    }
    if (old == null || now == null || differInTopology(old, now)) {
      topologyVersion++;
    } else {
      notePods(index, old.pods(), now.pods());
    }
  }

  /**
   * Notes the pods that are no longer there and those that are new. Pods of one class are as good
   * as the same, so only what lies between common beginnings and ends is looked at.
   */
  private void notePods(int index, List<PodInfo> old, List<PodInfo> now) {
    int shorter = Math.min(old.size(), now.size());
    int begin = 0;
    while (begin < shorter && alike(old.get(begin), now.get(begin))) {
      begin++;
    }
    int end = 0;
    while (end < shorter - begin
        && alike(old.get(old.size() - 1 - end), now.get(now.size() - 1 - end))) {
      end++;
    }
    for (int i = begin; i < old.size() - end; i++) {
      note(index, old.get(i), false);
    }
    for (int i = begin; i < now.size() - end; i++) {
      note(index, now.get(i), true);
    }
  }

  private static boolean alike(PodInfo one, PodInfo other) {
    return one.podClass() == other.podClass();
  }

  private void note(int index, @Nullable PodInfo pod, boolean hasCome) {
    int place = (int) (position++ % ring.length);
    ring[place] = index;
    pods[place] = pod;
    came[place] = hasCome;
  }

  @SuppressWarnings("ReferenceEquality") // most often it is the same object
  private static boolean differInTopology(NodeInfo old, NodeInfo now) {
    Node before = old.node();
    Node after = now.node();
    return before != after
        && (before == null
            || after == null
            || !before.name().equals(after.name())
            || !before.meta().labels().equals(after.meta().labels())
            || !before.taints().equals(after.taints()));
  }

  private void rank(@Nullable NodeInfo node) {
    if (node != null) {
      ranks.set(node.index(), tieBreak.rank(node.name()));
    }
  }

  /** The snapshot that was shown last; there must be one. */
  Snapshot latest() {
    return Objects.requireNonNull(latest);
  }

  /**
   * The first node of the latest snapshot that is not below an index, and after the last one the
   * first of all; there must be one.
   */
  int nodeFrom(int index) {
    int node = nodes.next(index);
    return node >= 0 ? node : nodes.next(0);
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

  /** Tells the pods that came to nodes or left them since a position. */
  void podsSince(long from, PodMove action) {
    for (long at = from; at < position; at++) {
      int place = (int) (at % ring.length);
      PodInfo pod = pods[place];
      if (pod != null) {
        action.moved(pod, ring[place], came[place] ? 1 : -1);
      }
    }
  }

  /** What is done with a pod that came to a node or left it. */
  @FunctionalInterface
  interface PodMove {

    /**
     * Called for a pod.
     *
     * @param difference 1 if it came, -1 if it left
     */
    void moved(PodInfo pod, int node, int difference);
  }

  /** A number that grows when a node comes, goes or changes in more than its pods. */
  long nodesVersion() {
    return nodesVersion;
  }

  /** A number that grows when a node comes, goes or changes in its name, labels or taints. */
  long topologyVersion() {
    return topologyVersion;
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
