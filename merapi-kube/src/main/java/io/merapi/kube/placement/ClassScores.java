package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.GroupedNodes.GroupAction;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.FanOut;
import io.merapi.kube.framework.KnownScores;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.framework.Scoring;
import io.merapi.kube.state.ClusterContents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the pods of one class score on the nodes that they fit, as far as the class and the nodes
 * decide, and the best of these nodes; asks again only about nodes that have changed. Used by one
 * thread.
 *
 * <p>Implementation note: the total of a node is over the plugins whose raw scores are final. All
 * other scores depend on which nodes fit at the moment: they are worked out in every attempt, for
 * one node of each group of nodes that are alike in all that these scores depend on. The best node
 * is the best of a group. So a decision costs O(groups), and a changed node O(log nodes).
 */
final class ClassScores implements KnownScores {

  private final Scoring scoring;
  private final NodeChanges changes;
  private final FanOut fanOut;
  private final NodeAnswers answers;
  private final AttemptCounts counts;
  private final NodeDescriber describer;
  private final NodePartition partition;
  private final GroupScores groupScores;

  /** Nodes that fit and have their scores. */
  private final NodeSet scored = new NodeSet();

  /** Nodes that fit and have none. */
  private final NodeSet unscored = new NodeSet();

  private Kept[] kept = {};

  /** The plugins whose scores can be kept in this attempt. */
  private final List<ScorePlugin> keepable = new ArrayList<>();

  /** Those of them that read what is counted over all nodes. */
  private final List<ScorePlugin> readingNodes = new ArrayList<>();

  /** The plugins that go by counts. */
  private final List<ScorePlugin> counting = new ArrayList<>();

  private long nodesVersion;

  /** Whether nodes that have their scores may be in no group or the wrong one. */
  private boolean ungrouped;

  /**
   * @param answers where they are written down
   * @param keys where attempts have their counts
   */
  ClassScores(
      SchedulingProfile profile,
      NodeChanges changes,
      NodeAnswers answers,
      List<CycleKey<? extends ClusterCounts>> keys,
      NodeDomains domains) {
    this.scoring = profile.scoring();
    this.changes = changes;
    this.fanOut = profile.fanOut();
    this.answers = answers;
    this.counts = new AttemptCounts(keys);
    this.describer = new NodeDescriber(keys.size(), changes, domains);
    this.partition = new NodePartition(changes);
    this.groupScores = new GroupScores(partition, changes, changes);
  }

  /** Notes that a node has changed, and whether it fits. */
  void changed(int node, boolean fits) {
    scored.remove(node);
    partition.remove(node);
    if (fits) {
      unscored.add(node);
    } else {
      unscored.remove(node);
    }
  }

  /** Makes sure that the groups are those by the counts of an attempt, as far as they are known. */
  void regroup(PodAttempt attempt) {
    ungrouped |= describer.follow(counts.of(attempt.state()));
  }

  /**
   * Visits the groups of the nodes to choose from; each node by itself where its group is not
   * known.
   */
  void forEachGroup(ClusterContents contents, Contenders contenders, GroupAction action) {
    if (ungrouped) {
      visit(scored, contents, contenders, action);
    } else {
      for (NodePartition.Group group : partition.groups()) {
        int size = contenders.size(group);
        if (size > 0) {
          action.visit(node(contents, group.any()), size);
        }
      }
    }
    visit(unscored, contents, contenders, action);
  }

  private static void visit(
      NodeSet nodes, ClusterContents contents, Contenders contenders, GroupAction action) {
    for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
      if (contenders.contains(node)) {
        action.visit(node(contents, node), 1);
      }
    }
  }

  private static NodeInfo node(ClusterContents contents, int index) {
    return Objects.requireNonNull(contents.node(index));
  }

  /**
   * Asks for scores where they are not known, and puts the nodes in groups.
   *
   * @throws Unanswered if a plugin fails or leaves the range of scores; then this is of no more use
   */
  void update(PodAttempt attempt, ClusterContents contents) throws Unanswered {
    regroup(attempt);
    keep(attempt);
    boolean nodesChanged = nodesVersion != changes.nodesVersion();
    boolean again = nodesChanged && !readingNodes.isEmpty();
    nodesVersion = changes.nodesVersion();
    try {
      ask(attempt, contents, again);
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      throw new Unanswered();
    }
    if (ungrouped || again) {
      partition.clear();
      putIn(scored, contents);
      ungrouped = false;
    }
    putIn(unscored, contents);
    for (int node = unscored.next(0); node >= 0; node = unscored.next(node + 1)) {
      scored.add(node);
    }
    unscored.clear();
  }

  private void putIn(NodeSet nodes, ClusterContents contents) throws Unanswered {
    for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
      NodeDescription description = describer.describe(node(contents, node), node);
      long total = 0;
      for (Kept plugin : kept) {
        if (plugin.normalization.readsGreatest()) {
          description.number(plugin.raw.get(node));
        } else if (plugin.normalization == Normalization.NONE) {
          total += plugin.weighted(plugin.raw.get(node));
        }
      }
      partition.put(node, description, total);
    }
  }

  /** Starts over where other plugins than before are to be kept. */
  private void keep(PodAttempt attempt) {
    keepable.clear();
    readingNodes.clear();
    counting.clear();
    for (ScorePlugin plugin : attempt.scorers()) {
      switch (dependence(plugin, attempt)) {
        case NODE -> keepable.add(plugin);
        case NODES -> {
          keepable.add(plugin);
          readingNodes.add(plugin);
        }
        case CLAIMS -> {
          // Of pods without claims it is not known which nodes are touched.
          if (attempt.pod().podClass().hasClaims()) {
            keepable.add(plugin);
          }
        }
        case COUNTS -> counting.add(plugin);
        case CLUSTER -> {}
      }
    }
    if (keepsAsBefore()) {
      return;
    }
    for (int node = scored.next(0); node >= 0; node = scored.next(node + 1)) {
      changed(node, true);
    }
    kept = new Kept[keepable.size()];
    for (int i = 0; i < kept.length; i++) {
      ScorePlugin plugin = keepable.get(i);
      kept[i] = new Kept(plugin, scoring.weight(plugin), readingNodes.contains(plugin));
    }
  }

  private boolean keepsAsBefore() {
    boolean same = keepable.size() == kept.length;
    for (int i = 0; same && i < kept.length; i++) {
      ScorePlugin plugin = keepable.get(i);
      same = kept[i].plugin.equals(plugin) && kept[i].readsNodes == readingNodes.contains(plugin);
    }
    return same;
  }

  /** One that cannot say what it depends on may depend on anything. */
  private static Dependence dependence(ScorePlugin plugin, PodAttempt attempt) {
    try {
      return plugin.scoreDependence(attempt.pod(), attempt.cluster());
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      return Dependence.CLUSTER;
    }
  }

  private void ask(PodAttempt attempt, ClusterContents contents, boolean again) {
    if (!again && unscored.size() == 0) {
      return;
    }
    if (unscored.size() >= NodeAnswers.FEW) {
      partition.reserve(contents.nodeBound());
      for (Kept plugin : kept) {
        plugin.raw.reserve(contents.nodeBound());
      }
    }
    for (Kept plugin : kept) {
      plugin.plugin.prepareScore(attempt.state(), attempt.pod(), attempt.cluster());
    }
    if (again) {
      Kept[] asked = Arrays.stream(kept).filter(plugin -> plugin.readsNodes).toArray(Kept[]::new);
      ask(attempt, contents, asked, scored);
    }
    ask(attempt, contents, kept, unscored);
  }

  private void ask(PodAttempt attempt, ClusterContents contents, Kept[] plugins, NodeSet nodes) {
    if (nodes.size() < NodeAnswers.FEW) {
      for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
        NodeInfo info = node(contents, node);
        for (Kept plugin : plugins) {
          plugin.raw.set(node, plugin.plugin.score(attempt.state(), attempt.pod(), info));
        }
      }
      return;
    }
    int width = plugins.length;
    int most = Math.min(nodes.size(), NodeAnswers.MOST);
    int[] indices = answers.nodes(most);
    long[] scores = answers.answers(most * width);
    for (int next = nodes.next(0); next >= 0; ) {
      int count = 0;
      for (; next >= 0 && count < most; next = nodes.next(next + 1)) {
        indices[count++] = next;
      }
      fanOut.forEach(
          count,
          i -> {
            NodeInfo node = node(contents, indices[i]);
            for (int j = 0; j < width; j++) {
              scores[i * width + j] = plugins[j].plugin.score(attempt.state(), attempt.pod(), node);
            }
          });
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < width; j++) {
          plugins[j].raw.set(indices[i], scores[i * width + j]);
        }
      }
    }
  }

  /** Whether scores are those of the attempt: no plugin is to be asked about each node. */
  boolean decide(PodAttempt attempt) {
    for (Kept plugin : kept) {
      if (plugin.normalization == Normalization.OWN) {
        return false;
      }
    }
    return kept.length + counting.size() == attempt.scorers().length;
  }

  /**
   * The best node of those to choose from; there must be one.
   *
   * @throws Unanswered if a plugin fails or leaves the range of scores
   */
  int best(PodAttempt attempt, Contenders contenders) throws Unanswered {
    groupScores.begin(contenders);
    for (Kept plugin : kept) {
      if (plugin.normalization.readsGreatest()) {
        groupScores.scale(plugin.rawOfNode, plugin.normalization);
        groupScores.add(plugin.weight);
      }
    }
    for (int i = 0; i < counting.size(); i++) {
      ScorePlugin plugin = counting.get(i);
      groupScores.ask(plugin, attempt);
      groupScores.add(scoring.weight(plugin));
    }
    return groupScores.bestNode();
  }

  /** The sum of the weighted scores of the node that was found to be the best. */
  long bestTotal() {
    return groupScores.bestTotal();
  }

  /**
   * All that is known of the nodes to choose from, where {@link #decide} says so.
   *
   * @throws IllegalStateException if a remembered total is not the sum of the scores
   */
  ScoreTable table(PodAttempt attempt, ClusterContents contents, Contenders contenders) {
    List<NodeInfo> nodes = new ArrayList<>();
    visit(scored, contents, contenders, (node, _) -> nodes.add(node));
    ScorePlugin[] plugins = attempt.scorers();
    long[][] raw = new long[plugins.length][nodes.size()];
    long[][] weighted = new long[plugins.length][nodes.size()];
    long[] totals = new long[nodes.size()];
    for (int i = 0; i < plugins.length; i++) {
      Kept known = known(plugins[i]);
      boolean isFinal = known != null && known.normalization == Normalization.NONE;
      groupScores.begin(contenders);
      try {
        if (known == null) {
          groupScores.ask(plugins[i], attempt);
        } else if (!isFinal) {
          groupScores.scale(known.rawOfNode, known.normalization);
        }
      } catch (Unanswered e) {
        throw new IllegalStateException("what was answered before is not answered again", e);
      }
      for (int node = 0; node < nodes.size(); node++) {
        int index = nodes.get(node).index();
        raw[i][node] = known == null ? groupScores.raw(index) : known.raw.get(index);
        weighted[i][node] =
            (isFinal ? raw[i][node] : groupScores.finalScore(index)) * scoring.weight(plugins[i]);
        totals[node] += isFinal ? weighted[i][node] : 0;
      }
    }
    for (int node = 0; node < totals.length; node++) {
      long remembered = partition.total(nodes.get(node).index());
      if (totals[node] != remembered) {
        throw new IllegalStateException(
            "the total of %s (%d) is remembered as %d"
                .formatted(nodes.get(node).name(), totals[node], remembered));
      }
    }
    List<String> names = Arrays.stream(plugins).map(ScorePlugin::name).toList();
    return new ScoreTable(nodes, names, raw, weighted);
  }

  @Override
  public @Nullable ToLongFunction<NodeInfo> of(ScorePlugin plugin) {
    Kept known = known(plugin);
    return known == null ? null : node -> known.raw.get(node.index());
  }

  private @Nullable Kept known(ScorePlugin plugin) {
    for (Kept known : kept) {
      if (known.plugin.equals(plugin)) {
        return known;
      }
    }
    return null;
  }

  /** The scores of one plugin. */
  private static final class Kept {

    final ScorePlugin plugin;
    final Normalization normalization;
    final boolean readsNodes;
    final int weight;
    final NodeColumn raw = new NodeColumn(0);
    final IntToLongFunction rawOfNode = raw::get;

    Kept(ScorePlugin plugin, int weight, boolean readsNodes) {
      this.plugin = plugin;
      this.normalization = plugin.normalization();
      this.weight = weight;
      this.readsNodes = readsNodes;
    }

    long weighted(long score) throws Unanswered {
      GroupScores.check(score);
      return score * weight;
    }
  }
}
