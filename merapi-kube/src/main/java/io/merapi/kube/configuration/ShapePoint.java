package io.merapi.kube.configuration;

import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.ProblemKind;
import java.util.ArrayList;
import java.util.List;

/**
 * A point of the function that turns utilization into a score.
 *
 * @param utilization in percent
 * @param score from 0 to 10
 */
public record ShapePoint(int utilization, int score) {

  private static final int MAX_UTILIZATION = 100;
  private static final int MAX_SCORE = 10;

  /** Reads the points under a key, without judging them. */
  public static List<ShapePoint> bind(List<Arguments> points) {
    var shape = new ArrayList<ShapePoint>();
    for (Arguments point : points) {
      shape.add(new ShapePoint(Int32.read(point, "utilization", 0), Int32.read(point, "score", 0)));
    }
    return shape;
  }

  /**
   * Reports what is wrong with a function.
   *
   * @param in the object that holds it
   * @param key its key there
   * @param points where the points stand
   * @param shape the points as read
   */
  public static void check(
      Arguments in, String key, List<Arguments> points, List<ShapePoint> shape) {
    if (shape.isEmpty()) {
      in.report(
          key, ProblemKind.REQUIRED, FieldErrors.required("at least one point must be specified"));
    }
    for (int i = 1; i < shape.size(); i++) {
      if (shape.get(i - 1).utilization >= shape.get(i).utilization) {
        points
            .get(i)
            .report(
                "utilization",
                ProblemKind.INVALID,
                FieldErrors.invalid(
                    shape.get(i).utilization, "values must be sorted in increasing order"));
        break;
      }
    }
    for (int i = 0; i < shape.size(); i++) {
      range(points.get(i), "utilization", shape.get(i).utilization, MAX_UTILIZATION);
      range(points.get(i), "score", shape.get(i).score, MAX_SCORE);
    }
  }

  private static void range(Arguments point, String key, int value, int maximum) {
    if (value < 0 || value > maximum) {
      point.report(
          key,
          ProblemKind.INVALID,
          FieldErrors.invalid(value, "not in valid range [0, %d]".formatted(maximum)));
    }
  }
}
