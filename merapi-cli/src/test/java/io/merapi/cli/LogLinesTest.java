package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.testkit.PodBuilder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LogLinesTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2030-01-01T00:00:00.123456Z"));

  private final StringWriter written = new StringWriter();

  @Test
  void textHasTheTimeTheMessageAndTheFields() {
    LogLines log = log();
    log.info("plain");
    log.info("bound", "pod", PodBuilder.pod("p").build(), "cycle", 7);
    log.warn("watching again", "err", "two\nlines");

    assertThat(written)
        .hasToString(
            """
            2030-01-01T00:00:00.123Z merapi: plain
            2030-01-01T00:00:00.123Z merapi: bound pod="default/p" cycle=7
            2030-01-01T00:00:00.123Z merapi: warning: watching again err="two\\nlines"
            """);
  }

  @Test
  void jsonHasTheKeysOfKubernetesComponents() {
    LogLines log = log("--logging-format=json");
    log.info("bound", "pod", PodBuilder.pod("p").build(), "cycle", 7);
    log.warn("watching again", "err", "two\nlines");

    assertThat(written)
        .hasToString(
            """
            {"ts":1893456000123.456,"msg":"bound","v":0,"pod":{"name":"p","namespace":"default"},\
            "cycle":7}
            {"ts":1893456000123.456,"msg":"watching again","severity":"warning",\
            "err":"two\\nlines"}
            """);
  }

  @Test
  void whatNobodyAskedForIsNotWritten() {
    LogLines log = log("-v=3");
    log.verbose(3, "wanted");
    log.verbose(4, "not wanted");

    assertThat(log.wants(3)).isTrue();
    assertThat(log.wants(4)).isFalse();
    assertThat(written.toString()).contains("wanted").doesNotContain("not wanted");
  }

  private LogLines log(String... arguments) {
    var options = new LogOptions();
    new CommandLine(new Holder(options)).parseArgs(arguments);
    return new LogLines(new PrintWriter(written, true), options, CLOCK);
  }

  @CommandLine.Command
  private record Holder(@CommandLine.Mixin LogOptions options) {}
}
