package io.merapi.sim.report.html;

import io.merapi.sim.report.EvictionLine;
import io.merapi.sim.report.WaitingGroup;
import java.util.List;

/** The sections on why pods waited, which jobs never started, and what was evicted. */
final class Reasons {

  private static final int LINES = 10;

  private final Sheet sheet;
  private final Markup page;

  private Reasons(Sheet sheet) {
    this.sheet = sheet;
    this.page = sheet.page;
  }

  static void write(Sheet sheet) {
    var sections = new Reasons(sheet);
    sections.waiting();
    sections.atTheEnd();
    sections.neverStarted();
    sections.evictions();
  }

  /** A reason with its weight among the others. */
  private record Line(String words, String weight, double share) {}

  private void waiting() {
    if (!sheet.any(report -> !report.waitingReasons().isEmpty())) {
      return;
    }
    double most =
        sheet.largest(report ->
            report.waitingReasons().stream().mapToDouble(r -> r.podSeconds()).max().orElse(0));
    sheet.tables(
        "Why pods waited",
        "Over the whole time, in the words of their events; the times of all pods are summed up.",
        report ->
            lines(
                report.waitingReasons().size(),
                report.waitingReasons().stream()
                    .limit(LINES)
                    .map(reason ->
                        new Line(
                            reason.reason().isEmpty() ? "not tried yet" : reason.reason(),
                            Elapsed.text(reason.podSeconds()),
                            reason.podSeconds() / Math.max(1, most)))
                    .toList()));
  }

  private void atTheEnd() {
    if (!sheet.any(report -> !report.pending().isEmpty())) {
      return;
    }
    double most =
        sheet.largest(report -> report.pending().stream().mapToLong(r -> r.pods()).max().orElse(0));
    sheet.tables(
        "Pending at the end",
        "Pods without a node when the simulation ended, by reason.",
        report ->
            lines(
                report.pending().size(),
                report.pending().stream()
                    .limit(LINES)
                    .map(reason ->
                        new Line(
                            "%s (for instance %s)"
                                .formatted(
                                    reason.message().isEmpty()
                                        ? "not tried: kept out of the queue"
                                        : reason.message(),
                                    reason.example()),
                            Unit.count(reason.pods()),
                            reason.pods() / Math.max(1, most)))
                    .toList()));
  }

  private void lines(int all, List<Line> lines) {
    if (lines.isEmpty()) {
      none();
      return;
    }
    page.open("div", "class", "chart", "data-series", Integer.toString(lines.size()));
    for (Line line : lines) {
      page.open("div", "class", "reason");
      String width = "width:" + Unit.number(100 * line.share, 1) + "%";
      page.element("span", "", "class", "bar series", "style", width);
      page.element("span", line.weight, "class", "count");
      page.element("span", line.words, "class", "words").close();
    }
    page.close();
    more(all, "reason");
  }

  /** One of several runs may have nothing where others have. */
  private void none() {
    page.element("p", "none", "class", "note");
  }

  private void more(int all, String word) {
    int more = all - LINES;
    if (more > 0) {
      String text = "and %s more %s%s".formatted(Unit.count(more), word, more == 1 ? "" : "s");
      page.element("p", text, "class", "note");
    }
  }

  private void neverStarted() {
    if (!sheet.any(report -> !report.waitingGroups().isEmpty())) {
      return;
    }
    sheet.tables(
        "Jobs that never started",
        "They came, and their minimum of pods never had nodes.",
        report -> {
          if (report.waitingGroups().isEmpty()) {
            none();
            return;
          }
          table("job", "queue", "pods", "waited", "phase", "why");
          report.waitingGroups().stream().limit(LINES).forEach(this::group);
          page.close().close();
          more(report.waitingGroups().size(), "job");
        });
  }

  private void group(WaitingGroup group) {
    page.open("tr").element("td", group.name()).element("td", group.queue());
    page.element("td", Unit.count(group.minMember()));
    page.element("td", Elapsed.text(group.waits()));
    page.element("td", group.phase().isEmpty() ? "Pending" : group.phase());
    String why = group.message().isEmpty() ? "not admitted to its queue" : group.message();
    page.element("td", why, "class", "words").close();
  }

  private void evictions() {
    if (!sheet.any(report -> !report.evictions().isEmpty())) {
      return;
    }
    sheet.tables(
        "Evictions",
        "Pods that had to make room, and how long they had run until then.",
        report -> {
          if (report.evictions().isEmpty()) {
            none();
            return;
          }
          table("queue", "by", "pods", "run in vain", "for instance");
          report.evictions().stream().limit(LINES).forEach(this::eviction);
          page.close().close();
          more(report.evictions().size(), "line");
        });
  }

  private void eviction(EvictionLine line) {
    page.open("tr").element("td", line.queue()).element("td", line.reason());
    page.element("td", Unit.count(line.pods()));
    page.element("td", Elapsed.text(line.podSeconds()));
    page.element("td", line.example(), "class", "words").close();
  }

  private void table(String... header) {
    page.open("div", "class", "wide").open("table").open("tr");
    for (String name : header) {
      page.element("th", name, "class", name.equals(header[header.length - 1]) ? "words" : "");
    }
    page.close();
  }
}
