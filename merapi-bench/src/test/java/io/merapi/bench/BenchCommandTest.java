package io.merapi.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.bench.scenario.Scenario;
import io.merapi.bench.scenario.Scenarios;
import io.merapi.cli.ExitCode;
import io.merapi.cli.Subcommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code merapi bench} as a user types it. */
class BenchCommandTest {

  /** What a command line printed, and its exit code. */
  private record Outcome(int exitCode, String out, String err) {}

  private static Outcome bench(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        new CommandLine(new BenchCommand())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(args);
    return new Outcome(exitCode, out.toString(), err.toString());
  }

  @Test
  void isFoundAsACommandOfMerapi() {
    assertThat(ServiceLoader.load(Subcommand.class)).hasAtLeastOneElementOfType(BenchCommand.class);
  }

  @Test
  void programsReadTheAgreedFieldsInOrder() {
    Outcome outcome = bench("batch-gang", "--nodes", "10,20", "--patience", "0", "-o", "json");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.OK);
    String number = "[0-9.E+-]+";
    String fields =
        "\\{\"name\":\"batch-gang\",\"nodes\":%s,\"pods\":%s,\"placementsPerSecond\":N,"
            + "\"spread\":N,\"cpuMicrosPerPlacement\":N,\"bytesPerPlacement\":N,"
            + "\"cycleMillis\":N,\"repetitions\":3\\}";
    assertThat(outcome.out().strip())
        .matches(
            ("\\{\"scenarios\":\\["
                    + fields.formatted("10", "100")
                    + ","
                    + fields.formatted("20", "200")
                    + "\\]\\}")
                .replace("N", number));
  }

  @Test
  void peopleReadATableWithTheCaseBesideTheName() {
    Outcome outcome = bench("idle-cycle", "--nodes", "5", "--pods", "7", "--patience", "0");
    assertThat(outcome.out().lines())
        .hasSize(4)
        .first()
        .asString()
        .contains("scenario", "nodes", "pods", "placements/s", "spread", "ms per cycle");
    assertThat(outcome.out()).contains("idle-cycle (unchanged)", "idle-cycle (a pod ended)");
  }

  @Test
  void helpNamesEveryScenario() {
    assertThat(bench("--help").out())
        .contains(Scenarios.ALL.stream().map(Scenario::name).toArray(String[]::new));
  }

  @Test
  void anUnknownScenarioIsRefusedWithTheKnownOnes() {
    Outcome outcome = bench("kube-plane");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.err())
        .contains("there is no scenario kube-plane")
        .contains(Scenarios.ALL.stream().map(Scenario::name).toArray(String[]::new));
  }

  @Test
  void countsThatMakeNoSenseAreRefusedByName() {
    assertThat(bench("--nodes", "5,0").err()).contains("--nodes (0) must be from 1");
    assertThat(bench("--pods", "-1").err()).contains("--pods (-1) must be from 1");
    assertThat(bench("--queues", "0").err()).contains("--queues (0) must be from 1");
    assertThat(bench("--patience", "-1").err()).contains("--patience (-1)");
    assertThat(bench("--nodes", "many").exitCode()).isEqualTo(ExitCode.UNREADABLE);
  }

  @Test
  void podsThatDoNotFitAreAMistakeOfTheCaller() {
    Outcome outcome = bench("kube-anti-affinity", "--nodes", "3", "--pods", "4");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.err()).contains("only 3 of 4 pods found a place on 3 nodes");
    assertThat(outcome.out()).isEmpty();
  }
}
