package io.merapi.sim.report.html;

import java.util.List;
import java.util.stream.DoubleStream;

/** A chart of how often values came, a bar for each range of them. */
final class BarChart {

  private BarChart() {}

  /**
   * A range of values.
   *
   * @param mark what stands below its left edge; empty for none
   * @param tip what the pointer shows
   * @param lower how high the lower part is
   * @param upper how high the part on top of it is
   */
  record Bar(String mark, String tip, double lower, double upper) {}

  /** The names of both parts of the bars. */
  record Parts(String lower, String upper) {}

  static void draw(Markup page, Parts parts, ValueScale scale, List<Bar> bars) {
    long drawn =
        bars.stream()
            .flatMapToDouble(bar -> DoubleStream.of(bar.lower, bar.upper))
            .filter(value -> value > 0)
            .count();
    page.open("figure", "class", "chart", "data-series", Long.toString(drawn));
    page.open("figcaption");
    page.element("span", parts.lower, "class", "key c1");
    page.element("span", parts.upper, "class", "key c2");
    page.close().open("div", "class", "plot bars");
    for (double value = 0; value <= scale.top() * 1.001; value += scale.step()) {
      String up = "bottom:" + Unit.number(scale.percent(value), 2) + "%";
      page.element("span", "", "class", "rule", "style", up);
      page.element("span", scale.unit().mark(value), "class", "y", "style", up);
    }
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      page.open("span", "class", "bar", "data-tip", bar.tip);
      part(page, "c2", scale, bar.upper);
      part(page, "c1", scale, bar.lower);
      page.close();
      if (!bar.mark.isEmpty()) {
        String left = "left:" + Unit.number(100.0 * i / bars.size(), 2) + "%";
        page.element("span", bar.mark, "class", "x", "style", left);
      }
    }
    page.close().close();
  }

  private static void part(Markup page, String look, ValueScale scale, double value) {
    if (value > 0) {
      String height = "height:" + Unit.number(scale.percent(value), 2) + "%";
      page.element("i", "", "class", "series " + look, "style", height);
    }
  }
}
