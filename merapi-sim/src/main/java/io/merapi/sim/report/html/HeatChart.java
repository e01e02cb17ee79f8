package io.merapi.sim.report.html;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A chart of rows over time, where colour says how much. */
final class HeatChart {

  /** Names beside the rows, at most; the pointer shows the others. */
  private static final int NAMES = 24;

  private static final double ROW_REM = 0.95;
  private static final double SMALLEST_REM = 2.5;
  private static final double LARGEST_REM = 28;

  private final Markup page;
  private final TimeScale time;

  HeatChart(Markup page, TimeScale time) {
    this.page = page;
    this.time = time;
  }

  /**
   * What a map shows.
   *
   * @param rows from the top
   * @param most the value at full colour
   * @param seconds what the columns cover together, from the start
   */
  record Content(
      String title, List<Row> rows, HeatImage image, Unit unit, double most, double seconds) {}

  /**
   * One row.
   *
   * @param mark what stands beside it
   * @param name what the pointer shows
   */
  record Row(String mark, String name) {

    Row(String name) {
      this(name, name);
    }
  }

  void draw(Content content) {
    page.open("figure", "class", "chart named", "data-series", "1");
    page.open("figcaption").element("b", content.title);
    page.open("span", "class", "soft").text(content.unit.text(0));
    page.element("span", "", "class", "ramp");
    page.text(content.unit.text(content.most)).close();
    page.close();
    int rows = content.rows.size();
    page.open(
        "div",
        "class",
        "plot timed heat",
        "style",
        "height:%srem".formatted(Unit.number(height(rows), 2)),
        "data-seconds",
        Unit.number(time.seconds(), 3));
    page.empty(
        "img",
        "class",
        "series",
        "alt",
        content.title,
        "src",
        content.image.address(),
        "style",
        String.format(Locale.ROOT, "width:%.3f%%", time.percent(content.seconds)),
        "data-unit",
        content.unit.word(),
        "data-most",
        Unit.number(content.most, 4),
        "data-rows",
        content.rows.stream().map(Row::name).collect(Collectors.joining("\n")));
    int every = (rows + NAMES - 1) / NAMES;
    for (int row = 0; row < rows; row += every) {
      String down = Unit.number(100 * (row + 0.5) / rows, 2) + "%";
      page.element("span", content.rows.get(row).mark, "class", "name", "style", "top:" + down);
    }
    TimeChart.marks(page, time);
    page.close().close();
  }

  private static double height(int rows) {
    return Math.clamp(rows * ROW_REM, SMALLEST_REM, LARGEST_REM);
  }
}
