package io.merapi.sim.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.html.HtmlReport.Run;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page as text; {@link ReportInBrowserTest} looks at it with a browser. */
class HtmlReportTest {

  private static final Duration DAY = Duration.ofDays(1);

  @Test
  void saysTheFiguresOnTop() {
    String page = page(MadeUpReport.of(1, DAY, 40, 3, 8, "team-"));

    assertThat(page)
        .contains("<h1>Simulation of a day</h1>")
        .contains("1d of virtual time from 2026-01-01T00:00:00Z, on 8 nodes.")
        .contains("<dt>Makespan</dt><dd>23h55m</dd>")
        .contains("<dt>nvidia.com/gpu in use</dt><dd>88 %</dd>")
        .contains("<dt>Wait, mean</dt><dd>15m</dd>")
        .contains("<dt>Fairness of queues</dt><dd>0.87</dd>");
  }

  @Test
  void putsTheFiguresOfSeveralRunsIntoOneTable() {
    String page =
        HtmlReport.of(
            List.of(
                new Run("binpack", MadeUpReport.of(1, DAY, 40, 3, 8, "team-")),
                new Run("spread", MadeUpReport.of(1, DAY.dividedBy(2), 40, 3, 8, "team-"))));

    assertThat(page)
        .contains("2 simulations side by side")
        .contains("<th>binpack</th><th>spread</th>")
        .containsPattern("Makespan</td><td><b>23h55m</b>[^/]*</small></td>\\s*<td><b>11h55m</b>");
  }

  @Test
  void needsNothingFromOutside() {
    String page = page(MadeUpReport.of(1, DAY, 40, 3, 8, "team-"));

    assertThat(page)
        .contains("default-src &#39;none&#39;")
        .doesNotContain("http://", "https://", "@import", "<link")
        .doesNotContainPattern("src=\"(?!data:)");
  }

  @Test
  void escapesNames() {
    String page = page(MadeUpReport.of(1, DAY, 40, 3, 8, "<script>alert('x')</script>"));

    assertThat(page)
        .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;7")
        .doesNotContain("<script>alert");
  }

  @Test
  void staysSmallHoweverManyJobsNodesAndQueuesThereAre() {
    String page = page(MadeUpReport.of(1, Duration.ofDays(9), 100_000, 300, 100_000, "team-"));

    assertThat(page.getBytes(UTF_8)).hasSizeLessThan(1_000_000);
    assertThat(page)
        .contains("200 of 100,000 jobs")
        .contains("The 12 queues that used most; 288 more.");
  }

  @Test
  void isTheSameForTheSameReports() {
    assertThat(page(MadeUpReport.of(1, DAY, 1_000, 3, 8, "team-")))
        .isEqualTo(page(MadeUpReport.of(1, DAY, 1_000, 3, 8, "team-")));
  }

  @Test
  void refusesToReportOnNothing() {
    assertThatThrownBy(() -> HtmlReport.of(List.of())).hasMessage("no simulation to report on");
  }

  private static String page(SimulationReport report) {
    return HtmlReport.of(List.of(new Run("a day", report)));
  }
}
