package io.merapi.bench;

import io.merapi.bench.endtoend.EndToEndCommand;
import io.merapi.bench.endtoend.RestartCommand;
import io.merapi.bench.measure.Repeater;
import io.merapi.bench.measure.Series;
import io.merapi.bench.scenario.Scenario;
import io.merapi.bench.scenario.Scenarios;
import io.merapi.bench.scenario.Setting;
import io.merapi.bench.scenario.Setting.Mix;
import io.merapi.bench.scenario.TooMany;
import io.merapi.bench.scenario.Variant;
import io.merapi.cli.ExitCode;
import io.merapi.cli.LiveLine;
import io.merapi.cli.OutputFormat;
import io.merapi.cli.Subcommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code merapi bench}: generates loads, has them scheduled, and says what that costs. */
@Command(
    name = "bench",
    subcommands = {EndToEndCommand.class, RestartCommand.class},
    header = "Measure the schedulers with generated loads.",
    description = {
      "",
      "Generates a load from a seed, has the real engine schedule it until times have settled,"
          + " repeats, and reports the median and the spread (fastest less slowest, as a part of"
          + " the median). What the load is made of is written down in docs/performance.md."
          + " Figures depend on the machine and on what else it does: read them against each"
          + " other.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  merapi bench batch-gang --nodes 1000,5000,10000",
      "  merapi bench kube-plain --nodes 1000 --pods 2000 --reference",
      "  merapi bench -o json > result.json",
      "",
      "Exit codes: 0 all was measured, 2 bad usage, or pods that do not fit on the nodes."
    })
public final class BenchCommand extends Subcommand {

  private static final int MOST = 10_000_000;

  @Parameters(
      arity = "0..*",
      paramLabel = "SCENARIO",
      completionCandidates = Names.class,
      description = "Which of them to measure (default: all): ${COMPLETION-CANDIDATES}.")
  private List<String> names = List.of();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      split = ",",
      description = "How many nodes there are; several numbers, one after the other.")
  private List<Integer> nodes = List.of();

  @Option(
      names = "--pods",
      paramLabel = "P",
      description = "How many pods the scenario is about; without it, what suits the nodes.")
  private @Nullable Integer pods;

  @Option(
      names = "--classes",
      paramLabel = "N",
      description =
          "How many kinds of pods there are (batch-mixed, load, memory, and where pods ask for"
              + " nothing but resources, affinity or spreading).")
  private @Nullable Integer classes;

  @Option(
      names = "--queues",
      paramLabel = "N",
      description = "How many queues there are (batch-mixed).")
  private @Nullable Integer queues;

  @Option(names = "--jobs", paramLabel = "N", description = "How many jobs run (batch-mixed).")
  private @Nullable Integer jobs;

  @Option(
      names = "--reference",
      description =
          "Ask every node about every pod, straight from the definition. Slower; what is decided is"
              + " the same.")
  private boolean reference;

  @Option(
      names = "--sampling",
      description =
          "Choose from a sample of the nodes, as upstream does where nothing is configured.")
  private boolean sampling;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What the loads are generated from (default: 0).")
  private long seed;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      description =
          "How long to go on warming up, and to go on repeating (default: 10 each); three"
              + " repetitions are made in any case.")
  private int patience = 10;

  /** The names of all scenarios, for help and for mistakes. */
  static final class Names implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Scenarios.ALL.stream().map(Scenario::name).iterator();
    }
  }

  @Override
  public Integer call() {
    String mistake = mistake();
    if (mistake != null) {
      return fail(mistake);
    }
    var results = new ArrayList<Result>();
    try (var live = new LiveLine(err())) {
      for (Scenario scenario : chosen()) {
        for (Setting setting : settings(scenario)) {
          for (Variant variant : scenario.variants(setting)) {
            results.add(measure(scenario, setting, variant, live));
          }
        }
      }
    } catch (TooMany e) {
      return fail(String.valueOf(e.getMessage()));
    }
    print(results);
    return ExitCode.OK;
  }

  /** What is wrong with the command line; null where nothing is. */
  private @Nullable String mistake() {
    for (String name : names) {
      if (Scenarios.named(name).isEmpty()) {
        return "there is no scenario %s; there are %s"
            .formatted(name, String.join(", ", new Names()));
      }
    }
    if (patience < 0) {
      return "--patience (%d) must not be negative".formatted(patience);
    }
    return Stream.concat(
            nodes.stream().map(count -> outOfRange("--nodes", count)),
            Stream.of(
                outOfRange("--pods", pods),
                outOfRange("--classes", classes),
                outOfRange("--queues", queues),
                outOfRange("--jobs", jobs)))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(null);
  }

  private static Optional<String> outOfRange(String option, @Nullable Integer value) {
    return value == null || (value >= 1 && value <= MOST)
        ? Optional.empty()
        : Optional.of("%s (%d) must be from 1 to %d".formatted(option, value, MOST));
  }

  private List<Scenario> chosen() {
    return names.isEmpty()
        ? Scenarios.ALL
        : names.stream().map(name -> Scenarios.named(name).orElseThrow()).toList();
  }

  private List<Setting> settings(Scenario scenario) {
    List<Integer> sizes = nodes.isEmpty() ? List.of(scenario.usualNodes()) : nodes;
    Mix usual = scenario.usualMix();
    var mix =
        new Mix(or(classes, usual.classes()), or(queues, usual.queues()), or(jobs, usual.jobs()));
    return sizes.stream()
        .map(size ->
            new Setting(size, or(pods, scenario.usualPods(size)), reference, sampling, seed, mix))
        .toList();
  }

  private static int or(@Nullable Integer given, int usual) {
    return given == null ? usual : given;
  }

  private Result measure(Scenario scenario, Setting setting, Variant variant, LiveLine live) {
    var repeater = new Repeater(Duration.ofSeconds(patience));
    Series series = repeater.repeat(variant.trials(), progress(scenario, setting, variant, live));
    return new Result(scenario.name(), variant.name(), setting.nodes(), setting.pods(), series);
  }

  private static Runnable progress(
      Scenario scenario, Setting setting, Variant variant, LiveLine live) {
    int[] repetitions = new int[1];
    return () -> {
      repetitions[0]++;
      live.show(() ->
          "%s %s, %,d nodes, %,d pods: repetition %d"
              .formatted(
                  scenario.name(),
                  variant.name(),
                  setting.nodes(),
                  setting.pods(),
                  repetitions[0]));
    };
  }

  private void print(List<Result> results) {
    if (output == OutputFormat.TABLE) {
      var rows = new ArrayList<List<String>>();
      rows.add(Result.HEADER);
      results.forEach(result -> rows.add(result.row()));
      report().table(rows);
    } else {
      output.print(Map.of("scenarios", results.stream().map(Result::tree).toList()), out());
    }
  }
}
