package io.merapi.api.framework;

import io.merapi.api.framework.ScorePlugin.NodeScores;

/**
 * The usual way to bring raw scores to a common scale; upstream's {@code DefaultNormalizeScore}.
 *
 * <p>Scores are taken to be counts, not negative. Where all are 0 there is nothing to scale: they
 * stay 0, or in reverse all become the maximum.
 */
public final class ScoreNormalization {

  private ScoreNormalization() {}

  /**
   * Scales the scores in place so that the greatest becomes the maximum; fractions are cut off.
   *
   * @param reverse whether the smallest raw score is the best: scores are then taken from the
   *     maximum
   */
  public static void toMaximum(NodeScores scores, long maximum, boolean reverse) {
    long greatest = 0;
    for (int i = 0; i < scores.size(); i++) {
      greatest = Math.max(greatest, scores.get(i));
    }
    for (int i = 0; i < scores.size(); i++) {
      scores.set(i, scaled(scores.get(i), greatest, maximum, reverse));
    }
  }

  /**
   * One score, scaled.
   *
   * @param greatest the greatest of all scores, or 0 if that is less
   */
  static long scaled(long score, long greatest, long maximum, boolean reverse) {
    if (greatest == 0) {
      return reverse ? maximum : score;
    }
    long scaled = maximum * score / greatest;
    return reverse ? maximum - scaled : scaled;
  }
}
