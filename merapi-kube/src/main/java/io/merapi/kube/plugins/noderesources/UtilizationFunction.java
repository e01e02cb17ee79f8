package io.merapi.kube.plugins.noderesources;

import io.merapi.api.framework.ScorePlugin;
import io.merapi.kube.configuration.ShapePoint;
import java.util.List;

/**
 * A function of straight lines from utilization in percent to a score of 0 … {@link
 * ScorePlugin#MAX_SCORE}: flat before its first point and after its last.
 *
 * <p>Upstream counterpart: {@code helper.BuildBrokenLinearFunction}.
 */
public final class UtilizationFunction {

  /** Points are configured on a scale that ends here. */
  private static final long MAX_POINT_SCORE = 10;

  private final long[] utilization;
  private final long[] score;

  /**
   * @param shape at least one point, in ascending order of utilization
   */
  public UtilizationFunction(List<ShapePoint> shape) {
    if (shape.isEmpty()) {
      throw new IllegalArgumentException("shape ([]) must have at least one point");
    }
    this.utilization = shape.stream().mapToLong(ShapePoint::utilization).toArray();
    this.score =
        shape.stream()
            .mapToLong(point -> point.score() * (ScorePlugin.MAX_SCORE / MAX_POINT_SCORE))
            .toArray();
  }

  public long score(long percent) {
    for (int i = 0; i < utilization.length; i++) {
      if (percent <= utilization[i]) {
        return i == 0 ? score[0] : between(i - 1, i, percent);
      }
    }
    return score[score.length - 1];
  }

  private long between(int left, int right, long percent) {
    return score[left]
        + (score[right] - score[left])
            * (percent - utilization[left])
            / (utilization[right] - utilization[left]);
  }
}
