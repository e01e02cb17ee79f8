package io.merapi.kube.preemption;

import io.merapi.api.framework.DryRun.Judgement;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.preemption.NodeTry.Room;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;

/** Tries nodes one after the other until there are candidates enough. */
final class NodeTries {

  private final NodeSearch search;
  private final int wanted;
  private final List<Room> harmless;
  private final List<Room> violating = new ArrayList<>();
  private final List<Rejection> rejections = new ArrayList<>();

  /**
   * @param wanted how many candidates are enough, if one of them violates no budget
   */
  NodeTries(NodeSearch search, int wanted) {
    this.search = search;
    this.wanted = wanted;
    this.harmless = new ArrayList<>(wanted);
  }

  /**
   * Tries nodes.
   *
   * @param first where in the list to begin; after the last node comes the first
   */
  void over(List<NodeInfo> nodes, int first) {
    walk(nodes.listIterator(first), nodes.size() - first);
    walk(nodes.listIterator(), first);
  }

  private void walk(Iterator<NodeInfo> nodes, int count) {
    for (int i = 0; i < count && !enough(); i++) {
      NodeInfo node = nodes.next();
      switch (search.on(node)) {
        case Room room -> {
          List<Room> kept = room.victims().pdbViolations() == 0 ? harmless : violating;
          if (kept.size() < wanted) {
            kept.add(room);
          }
        }
        case NodeTry.NoRoom(var why) -> rejections.add(new Rejection(node.name(), why));
      }
    }
  }

  /** Candidates that all violate budgets are never enough: a better one may follow. */
  private boolean enough() {
    return !harmless.isEmpty() && harmless.size() + violating.size() >= wanted;
  }

  /** The nodes on which room can be made; those where no budget is violated come first. */
  List<Room> candidates() {
    if (violating.isEmpty()) {
      return harmless;
    }
    var candidates = new ArrayList<>(harmless);
    candidates.addAll(violating);
    return candidates;
  }

  /** Why nodes that were tried are no candidates. */
  SequencedMap<String, Judgement> rejections() {
    var reasons = new LinkedHashMap<String, Judgement>();
    rejections.forEach(rejection -> reasons.put(rejection.node, rejection.why));
    return reasons;
  }

  /**
   * How many nodes are no candidates, by the reason.
   *
   * @param nodes how many there are in the cluster
   * @param notTried the reason of those that were not tried
   */
  Map<String, Integer> reasonCounts(int nodes, String notTried) {
    var counts = new TreeMap<String, Integer>();
    for (Rejection rejection : rejections) {
      rejection.why.verdict().texts().forEach(text -> counts.merge(text, 1, Integer::sum));
    }
    if (nodes > rejections.size()) {
      counts.merge(notTried, nodes - rejections.size(), Integer::sum);
    }
    return counts;
  }

  /** What went wrong on the way, in one text as upstream joins it; empty where nothing did. */
  String errors() {
    SequencedSet<String> errors = new LinkedHashSet<>();
    for (Rejection rejection : rejections) {
      if (rejection.why.verdict() instanceof Verdict.Failed(var message)) {
        errors.add(message);
      }
    }
    String all = String.join(", ", errors);
    return errors.size() > 1 ? "[" + all + "]" : all;
  }

  private record Rejection(String node, Judgement why) {}
}
