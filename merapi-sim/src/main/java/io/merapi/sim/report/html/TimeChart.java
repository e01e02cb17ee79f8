package io.merapi.sim.report.html;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A chart of curves over time.
 *
 * <p>The drawing stretches with the page while its marks are ordinary text beside it, so that a
 * chart can be read on a phone and on a wall, and without any script.
 */
final class TimeChart {

  private final Markup page;
  private final TimeScale time;

  TimeChart(Markup page, TimeScale time) {
    this.page = page;
    this.time = time;
  }

  /**
   * Draws one chart.
   *
   * @param kind a class of the style sheet, such as {@code small}; may be empty
   * @param title empty where that of the section says it all
   */
  void draw(String kind, String title, ValueScale scale, List<Series> curves) {
    page.open("figure", "class", "chart " + kind, "data-series", Integer.toString(curves.size()));
    page.open("figcaption");
    if (!title.isEmpty()) {
      page.element("b", title);
    }
    curves.forEach(curve -> page.element("span", curve.name(), "class", "key " + curve.look()));
    page.close();
    page.open(
        "div",
        "class",
        "plot timed",
        "data-unit",
        scale.unit().word(),
        "data-seconds",
        Unit.number(time.seconds(), 3));
    page.open(
        "svg",
        "viewBox",
        "0 0 1000 100",
        "preserveAspectRatio",
        "none",
        "role",
        "img",
        "aria-label",
        (title.isEmpty() ? "" : title + ": ") + said(scale, curves));
    grid(scale);
    curves.forEach(curve -> curve(curve, scale));
    page.close();
    marks(scale);
    page.close().close();
  }

  /** The averages, for those who do not see the drawing. */
  private static String said(ValueScale scale, List<Series> curves) {
    return curves.stream()
        .map(curve -> curve.name() + " " + scale.unit().text(curve.average()) + " on average")
        .collect(Collectors.joining(", "));
  }

  private void grid(ValueScale scale) {
    var path = new StringBuilder();
    for (double value = scale.step(); value <= scale.top() * 1.001; value += scale.step()) {
      path.append("M0 ").append(Unit.number(100 - scale.percent(value), 2)).append("H1000");
    }
    time.marks()
        .forEach(mark ->
            path.append('M').append(Unit.number(10 * time.percent(mark), 1)).append(" 0V100"));
    page.empty("path", "class", "grid", "d", path.toString());
  }

  private void curve(Series curve, ValueScale scale) {
    if (curve.look().contains("filled")) {
      page.empty("path", "class", "area " + curve.look(), "d", curve.area(time, scale));
    }
    page.empty(
        "path",
        "class",
        "series " + curve.look(),
        "d",
        curve.line(time, scale),
        "data-name",
        curve.name(),
        "data-step",
        Unit.number(curve.step(), 3),
        "data-values",
        curve.data(scale.unit()));
  }

  private void marks(ValueScale scale) {
    for (double value = 0; value <= scale.top() * 1.001; value += scale.step()) {
      String up = Unit.number(scale.percent(value), 2) + "%";
      page.element("span", scale.unit().mark(value), "class", "y", "style", "bottom:" + up);
    }
    marks(page, time);
  }

  /** The marks of time below a drawing. */
  static void marks(Markup page, TimeScale time) {
    for (double mark : time.marks()) {
      String right = Unit.number(time.percent(mark), 2) + "%";
      page.element("span", Elapsed.text(mark), "class", "x", "style", "left:" + right);
    }
  }
}
