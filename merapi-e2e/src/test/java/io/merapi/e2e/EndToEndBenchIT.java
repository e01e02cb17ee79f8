package io.merapi.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.bench.BenchCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code merapi bench} on a real API server, with as little as shows that all of it works. */
class EndToEndBenchIT {

  @BeforeAll
  static void requirePrograms() {
    RealCluster.requirePrograms();
  }

  @ParameterizedTest
  @ValueSource(strings = {"kube", "batch"})
  void measuresEveryContestantColdAndWarm(String mode) {
    String result =
        bench(
            "end-to-end",
            "--nodes=5",
            "--pods=30",
            "--mode=" + mode,
            "--rounds=2",
            "--lone=2",
            "--peer=kube-scheduler");

    assertThat(result)
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

  @Test
  void measuresAStartBesideWhatReadingTakes() {
    assertThat(bench("restart", "--nodes=5", "--pods=60", "--groups=20", "--repetitions=1"))
        .containsSubsequence(
            "\"readMillis\":", "\"startToFirstBindMillis\":", "\"ratio\":", "\"heapBytes\":");
  }

  private static String bench(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        new CommandLine(new BenchCommand())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(
                Stream.concat(Stream.of(arguments), Stream.of("-o", "json"))
                    .toArray(String[]::new));
    assertThat(exitCode).as(err.toString()).isZero();
    return out.toString();
  }
}
