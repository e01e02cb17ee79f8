package io.merapi.sim.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.sim.Scenario;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.html.Chromium.Opened;
import io.merapi.sim.report.html.HtmlReport.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser: what tests of its text cannot see. */
class ReportInBrowserTest {

  private static final Pattern CHART =
      Pattern.compile("data-series=\"(\\d+)\"[^>]* data-drawn=\"(\\d+)\"");

  private static final String NODE =
      """
      {apiVersion: v1, kind: Node, metadata: {name: a},
       status: {allocatable: {cpu: "4", memory: 4Gi, pods: "10"}}}
      """;

  /** Puts the pointer on the middle of each thing with values and keeps what is shown then. */
  private static final String POINTER =
      """
      <script>
      addEventListener("load", () => {
        for (const thing of document.querySelectorAll(".timed, [data-tip]")) {
          thing.scrollIntoView({block: "center"});
          const box = thing.getBoundingClientRect();
          const where = {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2};
          thing.dispatchEvent(new PointerEvent("pointermove", {...where, bubbles: true}));
          thing.dataset.shown = document.getElementById("tip").innerText;
        }
      });
      </script>
      """;

  private static final SimulationReport REPORT =
      MadeUpReport.of(1, Duration.ofHours(27), 40, 3, 8, "team-");

  @TempDir private Path folder;

  @Test
  void drawsEverySeriesOfEveryChart() throws IOException, InterruptedException {
    Opened page = open(HtmlReport.of(List.of(new Run("a day", REPORT))));

    assertThat(page.complaints()).isEmpty();
    // Utilisation, waiting jobs, pods, three queues, waits, nodes, jobs, two lists of reasons.
    assertThat(allDrawn(page)).isEqualTo(11);
  }

  @Test
  void drawsRunsOfDifferentLengthSideBySide() throws IOException, InterruptedException {
    Opened page =
        open(
            HtmlReport.of(
                List.of(
                    new Run("a", MadeUpReport.of(1, Duration.ofHours(27), 400, 3, 8, "team-")),
                    new Run("b", MadeUpReport.of(2, Duration.ofHours(9), 400, 3, 8, "team-")))));

    assertThat(page.complaints()).isEmpty();
    // The same for each, and strips of jobs, because 400 are too many for bars.
    assertThat(allDrawn(page)).isEqualTo(2 * 12);
  }

  @Test
  void drawsWhatARealSimulationReports() throws IOException, InterruptedException {
    SimulationReport report =
        Scenario.batch()
            .manifests(
                NODE
                    + """
                    ---
                    apiVersion: batch.volcano.sh/v1alpha1
                    kind: Job
                    metadata: {name: first}
                    spec:
                      tasks:
                      - name: worker
                        replicas: 4
                        template:
                          metadata: {annotations: {merapi.io/run-time: 1h}}
                          spec: {containers: [{name: main, resources: {requests: {cpu: "1"}}}]}
                    ---
                    apiVersion: batch.volcano.sh/v1alpha1
                    kind: Job
                    metadata: {name: second, annotations: {merapi.io/arrival: 10m}}
                    spec:
                      tasks:
                      - name: worker
                        replicas: 2
                        template:
                          metadata: {annotations: {merapi.io/run-time: 1h}}
                          spec: {containers: [{name: main, resources: {requests: {cpu: "2"}}}]}
                    """)
            .run();

    Opened page = open(HtmlReport.of(List.of(new Run("two jobs", report))));

    assertThat(page.complaints()).isEmpty();
    // Utilisation, waiting jobs, pods, one queue, waits, the node, jobs, reasons.
    assertThat(allDrawn(page)).isEqualTo(8);
    assertThat(page.dom()).contains("<dt>Jobs</dt><dd>2</dd>", "default/</span>second");
  }

  @Test
  void opensWhereNothingEverCame() throws IOException, InterruptedException {
    SimulationReport report = Scenario.kube().manifests(NODE).run();

    Opened page = open(HtmlReport.of(List.of(new Run("an idle cluster", report))));

    assertThat(page.complaints()).isEmpty();
    assertThat(allDrawn(page)).isZero();
    assertThat(page.dom()).contains("<dt>Jobs</dt><dd>0</dd>");
  }

  @Test
  void showsNamesAsTextWhateverTheyHold() throws IOException, InterruptedException {
    String name = "<script>document.title='taken'</script>\"'><img src=x onerror=alert(1)>&amp;";
    SimulationReport report = MadeUpReport.of(1, Duration.ofHours(27), 40, 3, 8, name);

    Opened page = open(HtmlReport.of(List.of(new Run(name, report), new Run("b", report))));

    assertThat(page.complaints()).isEmpty();
    assertThat(page.dom()).doesNotContain("<title>taken").doesNotContain("<img src=\"x\"");
    assertThat(page.dom().split("<script", -1)).hasSize(2);
    assertThat(page.dom()).contains("&lt;script&gt;document.title='taken'&lt;/script&gt;");
  }

  @Test
  void showsValuesUnderThePointer() throws IOException, InterruptedException {
    String html = HtmlReport.of(List.of(new Run("a day", REPORT)));
    // The page allows no script but its own.
    String probed =
        html.replaceFirst("<meta http-equiv[^>]*>", "").replace("</body>", POINTER + "</body>");

    Opened page = open(probed);

    assertThat(page.complaints()).isEmpty();
    assertThat(page.dom())
        .containsPattern(
            """
            data-shown="13h30m after the start
            cpu {2}\\d+\\.\\d %
            memory {2}\\d+\\.\\d %
            nvidia\
            """)
        .containsPattern("data-shown=\"13h30m after the start\nused {2}\\d+\\.\\d %\ndeserved")
        .containsPattern("data-shown=\"13h30m after the start\nteam-4 {2}\\d+\\.\\d %")
        .containsPattern("data-shown=\"waited 16s to 32s\n\\d+ started")
        .containsPattern("data-shown=\"[^\"]*team-/team-7\nqueue team-1, \\d+ pods");
  }

  private Opened open(String html) throws IOException, InterruptedException {
    Path page = folder.resolve("report.html");
    Files.writeString(page, html, UTF_8);
    return Chromium.find().open(page, folder);
  }

  /** How many charts there are, once each is seen to have drawn what it should. */
  private static int allDrawn(Opened page) {
    int charts = 0;
    for (Matcher chart = CHART.matcher(page.dom()); chart.find(); charts++) {
      assertThat(chart.group(2)).as(chart.group()).isEqualTo(chart.group(1)).isNotEqualTo("0");
    }
    return charts;
  }
}
