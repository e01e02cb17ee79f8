package io.merapi.kube.preemption;

import io.merapi.api.framework.DryRun.Judgement;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;

/** Tries nodes one after the other until there are candidates enough. */
final class NodeTries {

  private final VictimSearch search;
  private final int wanted;
  private final SequencedMap<String, Victims> harmless = new LinkedHashMap<>();
  private final SequencedMap<String, Victims> violating = new LinkedHashMap<>();
  private final SequencedMap<String, Judgement> rejections = new LinkedHashMap<>();
  private final SequencedSet<String> errors = new LinkedHashSet<>();

  /**
   * @param wanted how many candidates are enough, if one of them violates no budget
   */
  NodeTries(VictimSearch search, int wanted) {
    this.search = search;
    this.wanted = wanted;
  }

  /**
   * Tries nodes.
   *
   * @param first where in the list to begin; after the last node comes the first
   */
  void over(List<NodeInfo> nodes, int first) {
    for (int i = 0; i < nodes.size() && !enough(); i++) {
      NodeInfo node = nodes.get((first + i) % nodes.size());
      switch (search.on(node)) {
        case NodeTry.Room(var victims) -> {
          var kept = victims.pdbViolations() == 0 ? harmless : violating;
          if (kept.size() < wanted) {
            kept.put(node.name(), victims);
          }
        }
        case NodeTry.NoRoom(var why) -> {
          rejections.put(node.name(), why);
          if (why.verdict() instanceof Verdict.Failed(var message)) {
            errors.add(message);
          }
        }
      }
    }
  }

  /** Candidates that all violate budgets are never enough: a better one may follow. */
  private boolean enough() {
    return !harmless.isEmpty() && harmless.size() + violating.size() >= wanted;
  }

  /** Who would have to go, by node; nodes where no budget is violated come first. */
  SequencedMap<String, Victims> candidates() {
    var candidates = new LinkedHashMap<>(harmless);
    candidates.putAll(violating);
    return candidates;
  }

  /** Why nodes that were tried are no candidates. */
  SequencedMap<String, Judgement> rejections() {
    return rejections;
  }

  /** What went wrong on the way, in one text as upstream joins it; empty where nothing did. */
  String errors() {
    String all = String.join(", ", errors);
    return errors.size() > 1 ? "[" + all + "]" : all;
  }
}
