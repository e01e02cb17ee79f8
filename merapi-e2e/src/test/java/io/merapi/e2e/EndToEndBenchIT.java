package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.bench.BenchCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code merapi bench end-to-end}, with as little as shows that all of it works. */
class EndToEndBenchIT {

  @BeforeAll
  static void requirePrograms() {
    RealCluster.requirePrograms();
  }

  @ParameterizedTest
  @ValueSource(strings = {"kube", "batch"})
  void measuresEveryContestantColdAndWarm(String mode) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        new CommandLine(new BenchCommand())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(
                "end-to-end",
                "--nodes",
                "5",
                "--pods",
                "30",
                "--mode",
                mode,
                "--lone",
                "2",
                "--peer",
                "kube-scheduler",
                "-o",
                "json");

    assertThat(exitCode).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("\"ceilingPerSecond\":")
        .containsSubsequence(
            "{\"scheduler\":\"bind only\",\"warm\":false,\"podsPerSecond\":",
            "{\"scheduler\":\"bind only\",\"warm\":true,",
            "{\"scheduler\":\"merapi\",\"warm\":false,",
            "\"cpuMillisPerPod\":",
            "\"peakRssBytes\":",
            "\"startToFirstBindMillis\":",
            "{\"scheduler\":\"merapi\",\"warm\":true,",
            "\"lonePodMillis\":",
            "{\"scheduler\":\"kube-scheduler\",\"warm\":false,",
            "{\"scheduler\":\"kube-scheduler\",\"warm\":true,");
  }
}
