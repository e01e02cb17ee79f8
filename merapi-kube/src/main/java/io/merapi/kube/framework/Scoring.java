package io.merapi.kube.framework;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.ScorePlugin.NodeScores;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.measures.MeasuredPoint;
import io.merapi.kube.measures.ProfileMeasures;
import io.merapi.kube.measures.ProfileMeasures.Tally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** The runs that decide how well a pod suits each node that it fits. */
public final class Scoring {

  private final Lineup<PreScorePlugin> preScorers;
  private final Lineup<ScorePlugin> scorers;
  private final Map<String, Integer> weights;
  private final FanOut fanOut;
  private final ProfileMeasures measures;

  /** Which pre-scores skip, by place; written over in every run. */
  private final boolean[] skips;

  /** Of the last run: most pods of a profile are skipped by the same plugins. */
  private Participants participants;

  Scoring(
      Lineup<PreScorePlugin> preScorers,
      Lineup<ScorePlugin> scorers,
      Map<String, Integer> weights,
      FanOut fanOut,
      ProfileMeasures measures) {
    this.preScorers = preScorers;
    this.scorers = scorers;
    this.weights = Map.copyOf(weights);
    this.fanOut = fanOut;
    this.measures = measures;
    this.skips = new boolean[preScorers.plugins.length];
    this.participants =
        new Participants(
            new boolean[preScorers.plugins.length],
            Collections.emptySortedSet(),
            preScorers.plugins,
            scorers.plugins,
            measures);
  }

  /** Whether nodes differ at all; otherwise the first that fits is as good as any. */
  public boolean hasScorers() {
    return !scorers.isEmpty();
  }

  /** Where scores find what was counted over the cluster for them. */
  public List<CycleKey<? extends ClusterCounts>> counts() {
    var keys = new ArrayList<CycleKey<? extends ClusterCounts>>();
    for (ScorePlugin plugin : scorers.plugins) {
      CycleKey<? extends ClusterCounts> key = plugin.scoreCounts();
      if (key != null) {
        keys.add(key);
      }
    }
    return keys;
  }

  /** Asks every pre-score, and leaves out of the attempt those that skip. */
  public PreScoreOutcome preScore(PodAttempt attempt, List<NodeInfo> feasible) {
    return PreScoreRun.over(preScorers.plugins, attempt, feasible, null, this);
  }

  /**
   * Asks the pre-scores whose answers are not known, and leaves out of the attempt those that skip.
   *
   * @param known of the pod's class; takes the answers that follow from it
   */
  public PreScoreOutcome preScore(PodAttempt attempt, List<NodeInfo> feasible, ClassAnswers known) {
    return PreScoreRun.over(preScorers.plugins, attempt, feasible, known, this);
  }

  /** Where a run notes which pre-scores skip, by place; none does yet. */
  boolean[] noSkips() {
    Arrays.fill(skips, false);
    return skips;
  }

  /**
   * Leaves the pre-scores that skip out of an attempt.
   *
   * @return the outcome where they all succeed
   */
  PreScoreOutcome leaveOutSkips(PodAttempt attempt) {
    Participants now = participants;
    if (!Arrays.equals(now.skips, skips)) {
      SortedSet<String> skipped = preScorers.names(skips);
      now =
          new Participants(
              skips.clone(),
              skipped,
              preScorers.without(skipped),
              scorers.without(skipped),
              measures);
      participants = now;
    }
    attempt.preScored(now.scorers);
    now.preScored.count();
    now.scored.count();
    return now.success;
  }

  /** Asks every plugin about every node, brings the answers to one scale and weighs them. */
  public ScoreOutcome score(PodAttempt attempt, List<NodeInfo> feasible) {
    return score(attempt, feasible, KnownScores.NONE);
  }

  /**
   * Asks plugins about every node, brings the answers to one scale and weighs them.
   *
   * @param known what need not be asked
   */
  public ScoreOutcome score(PodAttempt attempt, List<NodeInfo> feasible, KnownScores known) {
    ScorePlugin[] asked = attempt.scorers();
    var names = new ArrayList<String>(asked.length);
    long[][] raw = new long[asked.length][feasible.size()];
    try {
      read(known, asked, feasible, raw);
      askAll(asked, known, attempt, feasible, raw);
      long[][] scores = new long[asked.length][];
      for (int i = 0; i < asked.length; i++) {
        scores[i] = normalized(asked[i], attempt, feasible, raw[i]);
        names.add(asked[i].name());
      }
      weigh(asked, feasible, scores);
      return new ScoreOutcome.Scored(new ScoreTable(feasible, List.copyOf(names), raw, scores));
    } catch (ScoreException e) {
      return new ScoreOutcome.Failed(PluginVerdict.failed(Objects.toString(e.getMessage(), "")));
    }
  }

  /**
   * What each plugin says of each node by itself, on its own scale: also where scoring as a whole
   * fails. Plugins that cannot give a score are left out.
   *
   * @return by plugin, in the order of the nodes
   */
  public Map<String, long[]> rawScores(PodAttempt attempt, List<NodeInfo> feasible) {
    var answers = new LinkedHashMap<String, long[]>();
    for (ScorePlugin plugin : attempt.scorers()) {
      long[][] raw = new long[1][feasible.size()];
      try {
        askAll(new ScorePlugin[] {plugin}, KnownScores.NONE, attempt, feasible, raw);
        answers.put(plugin.name(), raw[0]);
      } catch (ScoreException _) {
        // Whoever asks sees the plugin missing, and its words in the outcome of the whole run.
      }
    }
    return answers;
  }

  private static void read(
      KnownScores known, ScorePlugin[] asked, List<NodeInfo> feasible, long[][] raw) {
    for (int i = 0; i < asked.length; i++) {
      ToLongFunction<NodeInfo> scores = known.of(asked[i]);
      if (scores != null) {
        for (int node = 0; node < raw[i].length; node++) {
          raw[i][node] = scores.applyAsLong(feasible.get(node));
        }
      }
    }
  }

  private void askAll(
      ScorePlugin[] plugins,
      KnownScores known,
      PodAttempt attempt,
      List<NodeInfo> feasible,
      long[][] raw) {
    int[] asked =
        IntStream.range(0, plugins.length).filter(i -> known.of(plugins[i]) == null).toArray();
    for (int i : asked) {
      try {
        plugins[i].prepareScore(attempt.state(), attempt.pod(), attempt.cluster());
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        throw failed("running Score plugins", plugins[i], e);
      }
    }
    if (asked.length == 0) {
      return;
    }
    NodeInfo[] nodes = feasible.toArray(NodeInfo[]::new);
    fanOut.forEach(
        nodes.length,
        node -> {
          for (int i : asked) {
            try {
              raw[i][node] = plugins[i].score(attempt.state(), attempt.pod(), nodes[node]);
            } catch (RuntimeException | LinkageError | StackOverflowError e) {
              throw failed("running Score plugins", plugins[i], e);
            }
          }
        });
  }

  private static long[] normalized(
      ScorePlugin plugin, PodAttempt attempt, List<NodeInfo> feasible, long[] raw) {
    long[] scores = raw.clone();
    try {
      plugin.normalize(attempt.state(), attempt.pod(), new Column(feasible, scores));
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      throw failed("running Normalize on Score plugins", plugin, e);
    }
    return scores;
  }

  private static ScoreException failed(String run, ScorePlugin plugin, Throwable thrown) {
    String words =
        thrown instanceof ScoreException
            ? Objects.toString(thrown.getMessage(), "")
            : PluginCalls.words(PluginCalls.thrown(thrown));
    return new ScoreException(
        "%s: plugin \"%s\" failed with: %s".formatted(run, plugin.name(), words));
  }

  private void weigh(ScorePlugin[] asked, List<NodeInfo> feasible, long[][] scores) {
    for (int node = 0; node < feasible.size(); node++) {
      for (int i = 0; i < asked.length; i++) {
        long score = scores[i][node];
        if (score < 0 || score > ScorePlugin.MAX_SCORE) {
          throw new ScoreException(
              ("applying score defaultWeights on Score plugins: plugin \"%s\" returns an invalid"
                      + " score %d, it should in the range of [0, %d] after normalizing")
                  .formatted(asked[i].name(), score, ScorePlugin.MAX_SCORE));
        }
        scores[i][node] = score * weight(asked[i]);
      }
    }
  }

  /** What the final scores of a plugin are multiplied with. */
  public int weight(ScorePlugin plugin) {
    return weights.getOrDefault(plugin.name(), 1);
  }

  /** The plugins that have a part in a pod. */
  private static final class Participants {

    /** Which pre-scores have none, by place. */
    final boolean[] skips;

    final PreScoreOutcome success;
    final ScorePlugin[] scorers;
    final Tally preScored;
    final Tally scored;

    Participants(
        boolean[] skips,
        SortedSet<String> skipped,
        PreScorePlugin[] preScorers,
        ScorePlugin[] scorers,
        ProfileMeasures measures) {
      this.skips = skips;
      this.success = new PreScoreOutcome(PluginVerdict.SUCCESS, skipped);
      this.scorers = scorers;
      this.preScored = measures.tally(MeasuredPoint.PRE_SCORE, Lineup.names(preScorers));
      this.scored = measures.tally(MeasuredPoint.SCORE, Lineup.names(scorers));
    }
  }

  /** The scores of one plugin. */
  private static final class Column implements NodeScores {

    private final List<NodeInfo> nodes;
    private final long[] scores;

    Column(List<NodeInfo> nodes, long[] scores) {
      this.nodes = nodes;
      this.scores = scores;
    }

    @Override
    public int size() {
      return scores.length;
    }

    @Override
    public NodeInfo node(int index) {
      return nodes.get(index);
    }

    @Override
    public long get(int index) {
      return scores[index];
    }

    @Override
    public void set(int index, long score) {
      scores[index] = score;
    }
  }
}
