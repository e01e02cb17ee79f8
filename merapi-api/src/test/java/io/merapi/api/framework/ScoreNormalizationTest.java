package io.merapi.api.framework;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.node.NodeInfo;
import org.junit.jupiter.api.Test;

class ScoreNormalizationTest {

  @Test
  void greatestScoreBecomesTheMaximumAndFractionsAreCutOff() {
    assertThat(normalized(false, 0, 1, 2, 3)).containsExactly(0, 33, 66, 100);
  }

  @Test
  void reversedScoresAreTakenFromTheMaximum() {
    assertThat(normalized(true, 0, 1, 2, 3)).containsExactly(100, 67, 34, 0);
  }

  @Test
  void zeroesStayZeroOrInReverseAreAllBest() {
    assertThat(normalized(false, 0, 0)).containsExactly(0, 0);
    assertThat(normalized(true, 0, 0)).containsExactly(100, 100);
  }

  @Test
  void nothingToScaleIsFine() {
    assertThat(normalized(true)).isEmpty();
  }

  private static long[] normalized(boolean reverse, long... raw) {
    long[] scores = raw.clone();
    ScoreNormalization.toMaximum(
        new ScorePlugin.NodeScores() {
          @Override
          public int size() {
            return scores.length;
          }

          @Override
          public NodeInfo node(int index) {
            throw new UnsupportedOperationException("normalisation looks at no node");
          }

          @Override
          public long get(int index) {
            return scores[index];
          }

          @Override
          public void set(int index, long score) {
            scores[index] = score;
          }
        },
        100,
        reverse);
    return scores;
  }
}
