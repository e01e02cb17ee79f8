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
    if (greatest == 0) {
      if (reverse) {
        setAll(scores, maximum);
      }
      return;
    }
    for (int i = 0; i < scores.size(); i++) {
      long scaled = maximum * scores.get(i) / greatest;
      scores.set(i, reverse ? maximum - scaled : scaled);
    }
  }

  private static void setAll(NodeScores scores, long value) {
    for (int i = 0; i < scores.size(); i++) {
      scores.set(i, value);
    }
  }
}
