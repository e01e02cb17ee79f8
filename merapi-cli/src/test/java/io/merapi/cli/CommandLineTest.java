package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands as a user types them. */
class CommandLineTest {

  private static final String EXAMPLES = "../examples/gpu-cluster";

  @TempDir Path folder;

  private static Outcome merapi(String... args) {
    return Outcome.of(args);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void helpNamesTheCommandsAndAnExample() {
    Outcome outcome = merapi("--help");
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("explain", "validate", "conformance", "bench")
        .contains("Try: merapi explain examples/gpu-cluster");
  }

  @Test
  void withoutItsModuleBenchSaysWhereToFindIt() {
    Outcome outcome = merapi("bench", "kube-plain", "--nodes", "10");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.err()).contains("benchmarks are not part of a release", "./merapi bench");
    assertThat(merapi("bench", "--help").out()).contains("source tree");
  }

  @Test
  void everyCommandExplainsItselfWithAnExample() {
    for (String command : new String[] {"explain", "validate", "conformance"}) {
      assertThat(merapi(command, "--help").out()).contains("Example", "Exit codes:", "--output");
    }
  }

  @Test
  void versionNamesWhatItStandsInFor() {
    assertThat(merapi("--version").out()).contains("merapi 0.", "kube-scheduler v1.36.1");
  }

  @Test
  void aMisspeltCommandIsRefusedWithTheNearestOne() {
    Outcome outcome = merapi("validat", "x");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.err()).contains("validat", "validate");
  }

  @Test
  void theShippedExampleIsSoundAndIsSummedUp() {
    Outcome outcome = merapi("validate", EXAMPLES);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("10 nodes, 40 pods (20 on nodes, 20 pending, 0 ended)")
        .contains("2 PriorityClasses")
        .contains("5 actions (enqueue, allocate, backfill, preempt, reclaim)")
        .contains("2 profiles (default-scheduler, gpu-packing)")
        .containsPattern("nvidia.com/gpu +48 +22 +46% +32")
        .endsWith("No problems found.\n");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void problemsAreReportedTogetherWithPlaceAndAdvice() throws IOException {
    String conf =
        file(
            "volcano-scheduler.conf",
            """
            actions: "enqueue, allocate"
            tiers:
            - plugins:
              - name: gagn
              - name: binpack
                arguments:
                  binpack.wieght: 3
            """);
    Outcome outcome = merapi("validate", conf);
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(outcome.out())
        .contains(conf + ":4:11: warning: tiers[0].plugins[0].name")
        .contains("gang")
        .contains(conf + ":7:7: warning: tiers[0].plugins[1].arguments.binpack.wieght")
        .contains("binpack.weight")
        .contains("2 warnings");
  }

  @Test
  void whatTheRealProgramRefusesIsAnError() throws IOException {
    String conf = file("my.conf", "actions: \"enqueue, alocate\"\ntiers: []\n");
    Outcome outcome = merapi("validate", conf);
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(outcome.out()).contains("refused", "error", "allocate");
  }

  @Test
  void problemsCanBeReadByPrograms() throws IOException {
    String conf = file("my.conf", "actions: \"enqueue, alocate\"\ntiers: []\n");
    assertThat(merapi("validate", "-o", "json", conf).out())
        .startsWith("{\"files\":[{")
        .contains("\"severity\":\"error\"", "\"line\":1");
    assertThat(merapi("validate", "-o", "yaml", conf).out()).contains("severity: error");
  }

  @Test
  void aMalformedObjectMakesASnapshotUnreadableUnlessToldToKeepGoing() throws IOException {
    String snapshot =
        file(
            "cluster.yaml",
            """
            apiVersion: v1
            kind: Node
            metadata: {name: good}
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: bad}
            status:
              allocatable:
                cpu: lots
            """);
    Outcome strict = merapi("validate", snapshot);
    assertThat(strict.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(strict.out())
        .contains(snapshot + ":10:10")
        .contains("status.allocatable.cpu (lots) must be a quantity such as 500m or 2Gi");
    Outcome lenient = merapi("validate", "--keep-going", snapshot);
    assertThat(lenient.exitCode()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(lenient.out()).contains("1 node", "1 set aside");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Outcome outcome = merapi("validate", folder.resolve("nowhere.yaml").toString());
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.out() + outcome.err()).contains("nowhere.yaml", "does not exist");
  }

  @Test
  void anUnknownFeatureGateIsRefused() {
    Outcome outcome = merapi("validate", "--feature-gates", "DRADeviceTaint=true", EXAMPLES);
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(outcome.out()).contains("DRADeviceTaint");
  }

  @Test
  void conformanceClosesWithCountsAndShowsDifferences() throws IOException {
    Files.createDirectories(folder.resolve("gang"));
    file(
        "gang/good.json",
        "{\"name\":\"good\",\"config\":\"actions: x\",\"objects\":[],"
            + "\"expect\":{\"configError\":\"x\"}}");
    file(
        "gang/bad.json",
        "{\"name\":\"bad\",\"config\":\"actions: x\",\"objects\":[],\"expect\":{}}");
    Outcome outcome = merapi("conformance", "--diff", folder.toString());
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.PROBLEMS);
    assertThat(outcome.out())
        .contains("bad.json", "expected none")
        .endsWith("1 passed, 1 failed\n");
  }

  @Test
  void conformanceWithoutCasesIsAMistakeOfTheCaller() {
    Outcome outcome = merapi("conformance", folder.toString());
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.err()).contains("no case file");
  }

  @Test
  void conformanceOfWhatDoesNotExistIsAMistakeOfTheCaller() {
    Outcome outcome = merapi("conformance", folder.resolve("nowhere").toString());
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.err()).contains("no file or directory", "nowhere");
  }
}
