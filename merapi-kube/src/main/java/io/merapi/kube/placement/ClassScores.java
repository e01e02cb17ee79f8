package io.merapi.kube.placement;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.KnownScores;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.Scoring;
import io.merapi.kube.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the pods of one class score on the nodes that they fit, as far as the class and the nodes
 * decide, and the best of these nodes; asks again only about nodes that have changed. Used by one
 * thread.
 *
 * <p>Totals are over the kept plugins that declare how they normalise. They are the true totals of
 * an attempt only if all of its plugins are such ({@link #decide}).
 */
final class ClassScores implements KnownScores {

  private final Scoring scoring;
  private final NodeChanges changes;
  private final BestNodeTree tree;

  /** Nodes that fit and have their scores. */
  private final NodeSet scored = new NodeSet();

  /** Nodes that fit and have none. */
  private final NodeSet unscored = new NodeSet();

  private List<Kept> kept = List.of();
  private long nodesVersion;

  ClassScores(Scoring scoring, NodeChanges changes) {
    this.scoring = scoring;
    this.changes = changes;
    this.tree = new BestNodeTree(changes);
  }

  /** Notes that a node has changed, and whether it fits. */
  void changed(int node, boolean fits) {
    if (scored.remove(node)) {
      for (Kept plugin : kept) {
        plugin.uncount(node);
      }
      tree.remove(node);
    }
    if (fits) {
      unscored.add(node);
    } else {
      unscored.remove(node);
    }
  }

  /**
   * Asks for scores where they are not known.
   *
   * @throws Unanswered if a plugin fails or leaves the range of scores; then this is of no more use
   */
  void update(PodAttempt attempt, Snapshot snapshot) throws Unanswered {
    keep(attempt);
    boolean nodesChanged = nodesVersion != changes.nodesVersion();
    boolean again = nodesChanged && kept.stream().anyMatch(plugin -> plugin.readsNodes);
    nodesVersion = changes.nodesVersion();
    if (again || unscored.size() > 0) {
      try {
        ask(attempt, snapshot, again);
      } catch (RuntimeException | StackOverflowError _) {
        throw new Unanswered();
      }
    }
    boolean rescale = false;
    for (Kept plugin : kept) {
      rescale |= plugin.rescale();
    }
    if (rescale || again) {
      for (int node = scored.next(0); node >= 0; node = scored.next(node + 1)) {
        tree.put(node, total(node));
      }
    }
    for (int node = unscored.next(0); node >= 0; node = unscored.next(node + 1)) {
      tree.put(node, total(node));
      scored.add(node);
      unscored.remove(node);
    }
  }

  /** Starts over where other plugins than before are to be kept. */
  private void keep(PodAttempt attempt) {
    var now = new ArrayList<ScorePlugin>();
    for (ScorePlugin plugin : attempt.scorers()) {
      if (plugin.scoreDependence(attempt.pod()) != Dependence.CLUSTER) {
        now.add(plugin);
      }
    }
    if (now.equals(kept.stream().map(plugin -> plugin.plugin).toList())) {
      return;
    }
    for (int node = scored.next(0); node >= 0; node = scored.next(node + 1)) {
      changed(node, true);
    }
    kept =
        now.stream()
            .map(plugin ->
                new Kept(
                    plugin,
                    scoring.weight(plugin),
                    plugin.scoreDependence(attempt.pod()) == Dependence.NODES))
            .toList();
  }

  private void ask(PodAttempt attempt, Snapshot snapshot, boolean again) {
    for (Kept plugin : kept) {
      plugin.plugin.prepareScore(attempt.state(), attempt.pod(), attempt.cluster());
    }
    for (Kept plugin : kept) {
      if (again && plugin.readsNodes) {
        for (int node = scored.next(0); node >= 0; node = scored.next(node + 1)) {
          plugin.uncount(node);
          plugin.ask(attempt, snapshot, node);
        }
      }
    }
    for (int node = unscored.next(0); node >= 0; node = unscored.next(node + 1)) {
      for (Kept plugin : kept) {
        plugin.ask(attempt, snapshot, node);
      }
    }
  }

  private long total(int node) throws Unanswered {
    long total = 0;
    for (Kept plugin : kept) {
      total += plugin.weighted(node);
    }
    return total;
  }

  /** Whether the totals are those of the attempt: no plugin is left to be asked. */
  boolean decide(PodAttempt attempt) {
    return kept.size() == attempt.scorers().length
        && kept.stream().allMatch(plugin -> plugin.normalization != Normalization.OWN);
  }

  /** The best node of those that fit; there must be one. */
  int best() {
    return tree.best();
  }

  long total() {
    return tree.total(tree.best());
  }

  @Override
  public @Nullable ToLongFunction<NodeInfo> of(ScorePlugin plugin) {
    for (Kept known : kept) {
      if (known.plugin.equals(plugin)) {
        return node -> known.raw.get(node.index());
      }
    }
    return null;
  }

  /** The scores of one plugin. */
  private static final class Kept {

    final ScorePlugin plugin;
    final Normalization normalization;
    final boolean readsNodes;
    final NodeColumn raw = new NodeColumn(0);
    private final int weight;
    private final GreatestScore greatest = new GreatestScore();

    /** The greatest score that final scores were last worked out with. */
    private long scale;

    Kept(ScorePlugin plugin, int weight, boolean readsNodes) {
      this.plugin = plugin;
      this.normalization = plugin.normalization();
      this.weight = weight;
      this.readsNodes = readsNodes;
    }

    void ask(PodAttempt attempt, Snapshot snapshot, int index) {
      NodeInfo node = snapshot.node(index);
      if (node == null) {
        throw new IllegalStateException("node (%d) fits but does not exist".formatted(index));
      }
      long score = plugin.score(attempt.state(), attempt.pod(), node);
      raw.set(index, score);
      if (normalization.readsGreatest()) {
        greatest.add(score);
      }
    }

    void uncount(int node) {
      if (normalization.readsGreatest()) {
        greatest.remove(raw.get(node));
      }
    }

    /** Takes the greatest score that there is now, and says whether it is another. */
    boolean rescale() {
      long before = scale;
      scale = greatest.value();
      return scale != before;
    }

    long weighted(int node) throws Unanswered {
      if (normalization == Normalization.OWN) {
        return 0;
      }
      long score = normalization.finalScore(raw.get(node), scale);
      if (score < 0 || score > ScorePlugin.MAX_SCORE) {
        throw new Unanswered();
      }
      return score * weight;
    }
  }
}
