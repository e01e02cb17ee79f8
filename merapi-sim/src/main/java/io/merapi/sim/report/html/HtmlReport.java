package io.merapi.sim.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.merapi.sim.report.SimulationReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/** Writes the results of simulations as one HTML page. */
public final class HtmlReport {

  private HtmlReport() {}

  /**
   * A simulation on the page.
   *
   * @param label what it is a simulation of, or what distinguishes it from the others, such as the
   *     name of its configuration
   */
  public record Run(String label, SimulationReport report) {}

  /** The page for one simulation, or for several side by side, on the same scales. */
  public static String of(List<Run> runs) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no simulation to report on");
    }
    var page = new Markup();
    page.open("html", "lang", "en").open("head");
    String script = resource("report.js");
    page.empty("meta", "charset", "utf-8");
    page.empty("meta", "http-equiv", "Content-Security-Policy", "content", policy(script));
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    page.element("title", title(runs) + " - Merapi");
    page.verbatim("style", resource("report.css"));
    page.close().open("body").open("main");
    sections(new Sheet(page, runs));
    page.close().verbatim("script", script).close().close();
    return page.page();
  }

  private static void sections(Sheet sheet) {
    Summary.write(sheet);
    // Where no time has passed, there is nothing to draw.
    if (sheet.any(report -> !report.duration().isZero())) {
      Utilisation.write(sheet);
      QueueShares.write(sheet);
      Waits.write(sheet);
      JobFigures.write(sheet);
      NodeMap.write(sheet);
      JobChart.write(sheet);
    }
    Reasons.write(sheet);
  }

  static String title(List<Run> runs) {
    return runs.size() == 1
        ? "Simulation of " + runs.getFirst().label()
        : runs.size() + " simulations side by side";
  }

  /**
   * Allows the page its own script and nothing else: no other script, should one ever get past the
   * escaping, and no network.
   */
  private static String policy(String script) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(UTF_8));
      return "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-%s'"
          .formatted(Base64.getEncoder().encodeToString(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
