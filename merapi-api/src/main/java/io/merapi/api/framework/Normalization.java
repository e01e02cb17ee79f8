package io.merapi.api.framework;

import io.merapi.api.framework.ScorePlugin.NodeScores;

/**
 * How the raw scores of a plugin become final ones, from 0 to {@link ScorePlugin#MAX_SCORE}.
 *
 * <p>Where the engine knows the way, it can keep final scores up to date and need not work all of
 * them out again when one node has changed.
 */
public enum Normalization {
  /** Raw scores are final scores. */
  NONE,
  /**
   * In proportion to the greatest raw score of a feasible node; see {@link ScoreNormalization}. A
   * decision costs the more, the more different raw scores nodes have.
   */
  TO_GREATEST,
  /** The same, but the smallest raw score is the best. */
  TO_GREATEST_REVERSED,
  /** In a way of the plugin's own, by {@link ScorePlugin#normalize}. */
  OWN;

  /** Whether a final score depends on the greatest raw score. */
  public boolean readsGreatest() {
    return this == TO_GREATEST || this == TO_GREATEST_REVERSED;
  }

  /**
   * The final score of one node.
   *
   * @param greatest the greatest raw score of a feasible node, or 0 if that is less
   * @throws IllegalStateException for a plugin's own way
   */
  public long finalScore(long raw, long greatest) {
    return switch (this) {
      case NONE -> raw;
      case TO_GREATEST, TO_GREATEST_REVERSED ->
          ScoreNormalization.scaled(
              raw, greatest, ScorePlugin.MAX_SCORE, this == TO_GREATEST_REVERSED);
      case OWN -> throw new IllegalStateException("only the plugin knows");
    };
  }

  /** Makes raw scores final, in place; a plugin's own way is left to the plugin. */
  void apply(NodeScores scores) {
    if (readsGreatest()) {
      ScoreNormalization.toMaximum(scores, ScorePlugin.MAX_SCORE, this == TO_GREATEST_REVERSED);
    }
  }
}
