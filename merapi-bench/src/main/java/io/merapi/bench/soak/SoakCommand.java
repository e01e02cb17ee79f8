package io.merapi.bench.soak;

import io.merapi.cli.ExitCode;
import io.merapi.cli.Subcommand;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code merapi soak}: holds the engine against the definition for as long as wanted. */
@Command(
    name = "soak",
    header = "Compare deciding from memory with deciding from the definition.",
    description = {
      "",
      "Lives through random histories of small clusters, in which nodes, pods, queues and other"
          + " objects come, change and go and configurations are reloaded, and makes every decision"
          + " in two ways: from what is remembered, and straight from the definition. Where they"
          + " differ, the history is cut down to the events that matter and told.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  merapi soak kube --steps 1000000",
      "  merapi soak batch --seed 31 --events c1dd67990de101a5,82547f0c883ecf41",
      "",
      "Exit codes: 0 no difference, 1 a difference, 2 bad usage."
    })
public final class SoakCommand extends Subcommand {

  @Parameters(paramLabel = "LAYER", description = "Whose decisions: kube or batch.")
  private Layer layer = Layer.KUBE;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "How many events there are in all (default: ${DEFAULT-VALUE}).")
  private long steps = 100_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the first history (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--events",
      paramLabel = "E",
      split = ",",
      converter = Hexadecimal.class,
      description = "The events of one history, as the trouble of an earlier run was told.")
  private @Nullable List<Long> events;

  @Override
  public Integer call() {
    var soak = new Soak(layer, out());
    boolean well = events == null ? soak.run(seed, steps) : soak.tell(new History(seed, events));
    out().flush();
    return well ? ExitCode.OK : ExitCode.PROBLEMS;
  }

  private static final class Hexadecimal implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
      return Long.parseUnsignedLong(text, 16);
    }
  }
}
