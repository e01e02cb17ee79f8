package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {

  /** Two jobs of one CPU at 0, one of two CPUs at 1m: it waits where the others are spread. */
  private static final String WORKLOAD =
      """
      {apiVersion: merapi.io/v1alpha1, kind: NodePool, metadata: {name: pool},
       spec: {count: 2, template: {status: {allocatable: {cpu: "2", memory: 4Gi}}}}}
      ---
      {apiVersion: v1, kind: Pod, metadata: {name: one, annotations: {merapi.io/run-time: 1h}},
       spec: {containers: [{name: main, resources: {requests: {cpu: "1", memory: 1Gi}}}]}}
      ---
      {apiVersion: v1, kind: Pod, metadata: {name: two, annotations: {merapi.io/run-time: 1h}},
       spec: {containers: [{name: main, resources: {requests: {cpu: "1", memory: 1Gi}}}]}}
      ---
      {apiVersion: v1, kind: Pod,
       metadata: {name: wide, annotations: {merapi.io/arrival: 1m, merapi.io/run-time: 1h}},
       spec: {containers: [{name: main, resources: {requests: {cpu: "2", memory: 2Gi}}}]}}
      """;

  private static final String PACKING =
      """
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: KubeSchedulerConfiguration
      profiles:
      - schedulerName: default-scheduler
        plugins:
          score: {disabled: [{name: NodeResourcesBalancedAllocation}]}
        pluginConfig:
        - name: NodeResourcesFit
          args:
            scoringStrategy:
              type: MostAllocated
              resources: [{name: cpu, weight: 1}]
      """;

  @TempDir Path directory;

  @Test
  void oneConfigurationIsComparedWithTheDefaults() throws IOException {
    Outcome answer =
        compare("--config", file("packing.yaml", PACKING), file("load.yaml", WORKLOAD));

    assertThat(answer.err()).isEmpty();
    assertThat(answer.exitCode()).isZero();
    // Spread, wide waits from 1m to 1h: 59m of three jobs are 19m40s on average. Packed, it fits.
    assertThat(answer.out())
        .contains("Compared 2 configurations over 5 runs of the same workload.")
        .containsPattern("A +defaults")
        .containsPattern("mean wait +19m40s +0s +-19m40s +better")
        .containsPattern("makespan +2h0m +1h1m +-59m0s +better");
  }

  @Test
  void theSameConfigurationIsNoBetterThanItself() throws IOException {
    String packing = file("packing.yaml", PACKING);

    Outcome answer =
        compare("--config", packing, "--config", packing, "--seeds", "2", file("l.yaml", WORKLOAD));

    assertThat(answer.out()).contains(" same").doesNotContain("better").doesNotContain("worse");
  }

  @Test
  void aProgramGetsAllNumbersWhateverTheNumberOfThreads() throws IOException {
    String[] arguments = {
      "--config",
      file("packing.yaml", PACKING),
      "--seed",
      "3",
      "--seeds",
      "2",
      "-o",
      "json",
      file("load.yaml", WORKLOAD),
      "--threads"
    };

    String one = compare(with(arguments, "1")).out();

    assertThat(one)
        .contains("\"seeds\":[3,4]")
        .contains("\"name\":\"mean wait\"")
        .contains("\"difference\":{\"mean\":-1180.0,\"margin\":0.0}");
    assertThat(compare(with(arguments, "4")).out()).isEqualTo(one);
  }

  @Test
  void whatIsNoConfigurationIsRefused() throws IOException {
    String load = file("load.yaml", WORKLOAD);

    assertThat(compare(load).err()).contains("name the configurations to compare");
    assertThat(compare("--config", load, load).err()).contains("load.yaml is no configuration");
    assertThat(compare("--config", "missing.yaml", load).err())
        .contains("(missing.yaml) does not exist");
    assertThat(compare("--config", load, "--seeds", "0", load).exitCode()).isEqualTo(2);
  }

  private static String[] with(String[] arguments, String last) {
    return Stream.concat(Stream.of(arguments), Stream.of(last)).toArray(String[]::new);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  private static Outcome compare(String... arguments) {
    return Outcome.ofCommand("compare", arguments);
  }
}
