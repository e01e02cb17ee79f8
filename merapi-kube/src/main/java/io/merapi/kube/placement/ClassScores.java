package io.merapi.kube.placement;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.KnownScores;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.SchedulingProfile;
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
  private final FanOut fanOut;
  private final BestNodeTree tree;

  /** Nodes that fit and have their scores. */
  private final NodeSet scored = new NodeSet();

  /** Nodes that fit and have none. */
  private final NodeSet unscored = new NodeSet();

  private List<Kept> kept = List.of();
  private long nodesVersion;

  ClassScores(SchedulingProfile profile, NodeChanges changes) {
    this.scoring = profile.scoring();
    this.changes = changes;
    this.fanOut = profile.fanOut();
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
    var readsNodes = new ArrayList<ScorePlugin>();
    for (ScorePlugin plugin : attempt.scorers()) {
      Dependence dependence = dependence(plugin, attempt);
      if (dependence != Dependence.CLUSTER) {
        now.add(plugin);
      }
      if (dependence == Dependence.NODES) {
        readsNodes.add(plugin);
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
            .map(plugin -> new Kept(plugin, scoring.weight(plugin), readsNodes.contains(plugin)))
            .toList();
  }

  /** One that cannot say what it depends on may depend on anything. */
  private static Dependence dependence(ScorePlugin plugin, PodAttempt attempt) {
    try {
      return plugin.scoreDependence(attempt.pod(), attempt.cluster());
    } catch (RuntimeException | StackOverflowError _) {
      return Dependence.CLUSTER;
    }
  }

  private void ask(PodAttempt attempt, Snapshot snapshot, boolean again) {
    for (Kept plugin : kept) {
      plugin.plugin.prepareScore(attempt.state(), attempt.pod(), attempt.cluster());
    }
    if (again) {
      List<Kept> asked = kept.stream().filter(plugin -> plugin.readsNodes).toList();
      int[] nodes = scored.toArray();
      for (Kept plugin : asked) {
        for (int node : nodes) {
          plugin.uncount(node);
        }
      }
      ask(attempt, snapshot, asked, nodes);
    }
    ask(attempt, snapshot, kept, unscored.toArray());
  }

  private void ask(PodAttempt attempt, Snapshot snapshot, List<Kept> plugins, int[] nodes) {
    long[][] answers = new long[nodes.length][plugins.size()];
    fanOut.forEach(
        nodes.length,
        i -> {
          NodeInfo node = snapshot.node(nodes[i]);
          if (node == null) {
            throw new IllegalStateException(
                "node (%d) fits but does not exist".formatted(nodes[i]));
          }
          for (int j = 0; j < plugins.size(); j++) {
            answers[i][j] = plugins.get(j).plugin.score(attempt.state(), attempt.pod(), node);
          }
        });
    for (int i = 0; i < nodes.length; i++) {
      for (int j = 0; j < plugins.size(); j++) {
        plugins.get(j).count(nodes[i], answers[i][j]);
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

    void count(int node, long score) {
      raw.set(node, score);
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
