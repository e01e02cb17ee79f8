package io.merapi.sim.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real browser without a window. */
final class Chromium {

  private static final String INSTALL =
      "the report is not opened in a browser: install Chromium (apt-get install chromium)";

  private static final long PATIENCE_SECONDS = 120;

  private final Path program;

  private Chromium(Path program) {
    this.program = program;
  }

  /** The browser of this machine; where there is none, a test is skipped, and fails in CI. */
  static Chromium find() {
    return installed()
        .map(Chromium::new)
        .orElseGet(() -> System.getenv("CI") == null ? abort(INSTALL) : fail(INSTALL));
  }

  private static Optional<Path> installed() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(name ->
            Stream.of(System.getenv("PATH").split(":")).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * What a page has become once its script has run.
   *
   * @param dom its elements as text
   * @param complaints what the browser wrote to its console
   */
  record Opened(String dom, List<String> complaints) {}

  /** Opens a page in a folder for the traces that browsers leave. */
  Opened open(Path page, Path folder) throws IOException, InterruptedException {
    Path dom = folder.resolve("dom.html");
    Path console = folder.resolve("console.txt");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--enable-logging=stderr",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=1280,1000",
                "--dump-dom",
                page.toUri().toString())
            .redirectOutput(dom.toFile())
            .redirectError(console.toFile())
            .start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      fail("the browser does not come to an end");
    }
    List<String> complaints =
        Files.readString(console, UTF_8).lines().filter(line -> line.contains(":CONSOLE")).toList();
    assertThat(process.exitValue()).as("exit code of %s", program).isZero();
    return new Opened(Files.readString(dom, UTF_8), complaints);
  }
}
