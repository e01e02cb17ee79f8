package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --report} of simulations and comparisons. */
class HtmlFileTest {

  @TempDir private Path directory;

  @Test
  void simulateWritesAPageBesideItsResult() {
    Path page = directory.resolve("result.html");

    Outcome outcome = Outcome.of("simulate", "--report", page.toString());

    assertThat(outcome.exitCode()).isZero();

    assertThat(outcome.out()).startsWith("Simulated ");
    assertThat(page)
        .content()
        .startsWith("<!DOCTYPE html>")
        .contains("<h1>Simulation of the shipped example</h1>", "research/pretrain-giant");
  }

  @Test
  void theSameRunWritesTheSamePage() {
    Path once = directory.resolve("once.html");
    Path again = directory.resolve("again.html");

    Outcome.of("simulate", "--seed", "7", "--report", once.toString());
    Outcome.of("simulate", "--seed", "7", "--report", again.toString());

    assertThat(once).hasSameBinaryContentAs(again);
  }

  @Test
  void compareShowsAllConfigurationsOnOnePage() throws IOException {
    Path page = directory.resolve("differences.html");
    Path conf =
        Files.writeString(
            directory.resolve("gang.conf"),
            """
            actions: "enqueue, allocate"
            tiers:
            - plugins:
              - name: gang
              - name: predicates
            """);

    Outcome outcome =
        Outcome.of(
            "compare", "--config", conf.toString(), "--seeds", "1", "--report", page.toString());

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(page)
        .content()
        .contains("2 simulations side by side", "<th>defaults</th><th>" + conf + "</th>");
  }

  @Test
  void aPlaceThatCannotBeIsRefusedBeforeTheWork() {
    Outcome outcome =
        Outcome.of("simulate", "--report", directory.resolve("none/result.html").toString());

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("result.html) must be a file in a folder that exists");
  }
}
