package io.merapi.kube.placement;

import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.NodeLog;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes have changed since somebody last asked, over the contents of a cluster that it is
 * shown; used by one thread.
 *
 * <p>It also is the order of ties among the nodes that it was shown last.
 *
 * <p>Implementation note: a ring of the indices that changed last. Whoever asks keeps its position
 * in it; one that has not asked for long must look at all nodes. So no old contents are kept for
 * the sake of those who ask, only the nodes that were seen last.
 */
final class NodeChanges implements IndexedNodes, TieOrder {

  private final TieBreak tieBreak;
  private final int[] ring;

  /** Beside each index, the pod that came to the node or left it; absent for other changes. */
  private final @Nullable PodInfo[] pods;

  private final boolean[] came;

  /** Where the last change of each node is, also after the ring has lost it. */
  private final NodeColumn lastChanges = new NodeColumn(0);

  private final NodeColumn ranks = new NodeColumn(0);

  /** The indices of the nodes that were seen last. */
  private final NodeSet nodes = new NodeSet();

  /** The nodes that were seen last, by index. */
  private @Nullable NodeInfo[] seen = new NodeInfo[0];

  private final IntConsumer looking = this::look;
  private @Nullable ClusterContents latest;

  /** Up to where the changes in the log of the cluster have been seen. */
  private long logged;

  private long position;

  /** Where all nodes changed at once, for the last time. */
  private long allChanged;

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

  /** Notes what has changed; what is shown need not be later than what was shown before. */
  void follow(ClusterContents contents) {
    ClusterContents before = latest;
    NodeLog log = contents.nodeLog();
    long loggedBefore = logged;
    latest = contents;
    logged = contents.loggedChanges();
    if (before == null || before.nodeLog() != log) {
      startOver(contents);
    } else if (log.reachesBack(Math.min(loggedBefore, logged))) {
      log.between(Math.min(loggedBefore, logged), Math.max(loggedBefore, logged), looking);
    } else {
      for (int index = 0; index < Math.max(seen.length, contents.nodeBound()); index++) {
        look(index);
      }
    }
  }

  private void startOver(ClusterContents contents) {
    // Everybody is sent to look at all nodes.
    position += ring.length + 1;
    allChanged = position - 1;
    nodesVersion++;
    topologyVersion++;
    nodes.clear();
    seen = new NodeInfo[contents.nodeBound()];
    ranks.reserve(seen.length);
    lastChanges.reserve(seen.length);
    for (int index = 0; index < contents.nodeBound(); index++) {
      NodeInfo node = contents.node(index);
      rank(node);
      nodes.set(index, node != null);
      seen[index] = node;
    }
  }

  private void look(int index) {
    NodeInfo now = nodeAt(index);
    if (index >= seen.length) {
      seen = Arrays.copyOf(seen, Math.max(index + 1, seen.length + seen.length / 4));
    }
    NodeInfo old = seen[index];
    seen[index] = now;
    if (old == null ? now != null : now == null || old.version() != now.version()) {
      note(index, old, now);
    }
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
    lastChanges.set(index, position);
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

  /** What was shown last; there must be something. */
  ClusterContents latest() {
    return Objects.requireNonNull(latest);
  }

  @Override
  public @Nullable NodeInfo nodeAt(int index) {
    return at(latest(), index);
  }

  @Override
  public int bound() {
    return latest().nodeBound();
  }

  /** How many nodes were seen last. */
  int count() {
    return nodes.size();
  }

  /**
   * The index of the node before which so many others were seen last. No node is touched for it:
   * one that is not looked at otherwise is far away.
   */
  int indexOf(int place) {
    return hasGaps() ? nodes.at(place) : place;
  }

  /** How many of the nodes seen last are between two indices, the first of which is meant too. */
  int nodesBetween(int from, int below) {
    return hasGaps() ? nodes.count(from, below) : below - from;
  }

  /** Whether there are indices without a node: most often there are none. */
  private boolean hasGaps() {
    return nodes.size() < bound();
  }

  /** The node at an index; absent also where there is no such index. */
  static @Nullable NodeInfo at(ClusterContents contents, int index) {
    return index < contents.nodeBound() ? contents.node(index) : null;
  }

  /** Where the changes end that are known now. */
  long position() {
    return position;
  }

  /** Whether it still knows what has changed since a position. */
  boolean reachesBack(long to) {
    return position - to <= ring.length;
  }

  /** Tells the indices that changed since a position that it reaches back to, each once. */
  void since(long from, IntConsumer action) {
    for (long at = from; at < position; at++) {
      int index = ring[(int) (at % ring.length)];
      if (lastChanges.get(index) == at) {
        action.accept(index);
      }
    }
  }

  /** Whether the node at an index has changed since a position, however long ago that was. */
  boolean isSince(long from, int index) {
    return allChanged >= from || lastChanges.get(index) >= from;
  }

  /** The pod that came to a node or left it at a position; absent where something else changed. */
  @Nullable PodInfo podAt(long at) {
    return pods[(int) (at % ring.length)];
  }

  /** The index of the node that changed at a position. */
  int indexAt(long at) {
    return ring[(int) (at % ring.length)];
  }

  /** 1 if the pod at a position came, -1 if it left. */
  int differenceAt(long at) {
    return came[(int) (at % ring.length)] ? 1 : -1;
  }

  /** A number that grows when a node comes, goes or changes in more than its pods. */
  long nodesVersion() {
    return nodesVersion;
  }

  @Override
  public long topologyVersion() {
    return topologyVersion;
  }

  @Override
  public boolean wins(int first, int second) {
    int order = Long.compareUnsigned(ranks.get(first), ranks.get(second));
    return order != 0 ? order < 0 : name(first).compareTo(name(second)) < 0;
  }

  @Override
  public int rank(int node) {
    return (int) (ranks.get(node) >>> Integer.SIZE);
  }

  /** Empty for a node that is gone: it is about to lose its place anyway. */
  private String name(int index) {
    NodeInfo node = latest == null ? null : at(latest, index);
    return node == null ? "" : node.name();
  }
}
