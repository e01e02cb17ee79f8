package io.merapi.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program: finds the command that was asked for and runs it. */
@Command(
    name = "merapi",
    header = "A Kubernetes scheduler for batch work.",
    description = {
      "",
      "Does the work of kube-scheduler and of Volcano's vc-scheduler, reads both programs'"
          + " configuration unchanged, and explains what it does.",
      ""
    },
    footer = {
      "",
      "Try: merapi explain examples/gpu-cluster research/llm-pretrain-worker-0",
      "Exit codes: 0 all is well, 1 something is wrong with what was checked, 2 bad usage or"
          + " unreadable input."
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      SimulateCommand.class,
      CompareCommand.class,
      RunCommand.class,
      ExplainCommand.class,
      ValidateCommand.class,
      ConformanceCommand.class,
      HelpCommand.class,
      GenerateCompletion.class
    })
public final class Merapi implements Runnable {

  private static final String BENCH = "bench";
  private static final String RUN = "run";

  @Spec private @Nullable CommandSpec spec;

  public static void main(String[] args) {
    // A library would tell users that nobody listens to its log, which is as it should be.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    var out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int exitCode = run(out, err, args);
    out.flush();
    System.exit(exitCode);
  }

  /** Runs one command line; both writers are the caller's. */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    return commandLine().setOut(out).setErr(err).setUsageHelpAutoWidth(true).execute(args);
  }

  /** All commands, with those of other modules that are on the class path. */
  static CommandLine commandLine() {
    var commands = new CommandLine(new Merapi());
    ServiceLoader.load(Subcommand.class).forEach(commands::addSubcommand);
    if (!commands.getSubcommands().containsKey(BENCH)) {
      commands.addSubcommand(new MissingBench());
    }
    CommandLine run = Objects.requireNonNull(commands.getSubcommands().get(RUN));
    IdleOption.addTo(run.getCommandSpec());
    // As the originals do it: the last one holds.
    run.setOverwrittenOptionsAllowed(true);
    IParameterExceptionHandler usual = commands.getParameterExceptionHandler();
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    return commands.setParameterExceptionHandler((mistake, arguments) ->
        mistake.getCommandLine().equals(run)
            ? UsageMistake.tell(mistake)
            : usual.handleParseException(mistake, arguments));
  }

  @Override
  public void run() {
    throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "Name a command.");
  }
}
