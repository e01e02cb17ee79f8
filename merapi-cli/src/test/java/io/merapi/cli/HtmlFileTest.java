package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --report} of simulations and comparisons. */
class HtmlFileTest {

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void simulateWritesAPageBesideItsResult() {
    Path page = directory.resolve("result.html");

    assertThat(merapi("simulate", "--report", page.toString())).isZero();

    assertThat(out.toString()).startsWith("Simulated ");
    assertThat(page)
        .content()
        .startsWith("<!DOCTYPE html>")
        .contains("<h1>Simulation of the shipped example</h1>", "research/pretrain-giant");
  }

  @Test
  void theSameRunWritesTheSamePage() {
    Path once = directory.resolve("once.html");
    Path again = directory.resolve("again.html");

    merapi("simulate", "--seed", "7", "--report", once.toString());
    merapi("simulate", "--seed", "7", "--report", again.toString());

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

    int code =
        merapi("compare", "--config", conf.toString(), "--seeds", "1", "--report", page.toString());

    assertThat(code).as(err.toString()).isZero();
    assertThat(page)
        .content()
        .contains("2 simulations side by side", "<th>defaults</th><th>" + conf + "</th>");
  }

  @Test
  void aPlaceThatCannotBeIsRefusedBeforeTheWork() {
    int code = merapi("simulate", "--report", directory.resolve("none/result.html").toString());

    assertThat(code).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("result.html) must be a file in a folder that exists");
  }

  private int merapi(String... arguments) {
    return Merapi.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }
}
