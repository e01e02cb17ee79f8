package io.merapi.cli;

import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * What all commands have in common: help, and where they print.
 *
 * <p>Commands of modules that are not part of a release, such as {@code bench}, are found by {@link
 * java.util.ServiceLoader} where they are on the class path.
 */
public abstract class Subcommand implements Callable<Integer> {

  @Spec @Nullable CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean helpAsked;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table (default), json or yaml.")
  protected OutputFormat output = OutputFormat.TABLE;

  protected final PrintWriter out() {
    return command().getOut();
  }

  protected final PrintWriter err() {
    return command().getErr();
  }

  protected final Report report() {
    return new Report(out(), command().getColorScheme().ansi());
  }

  /** The same for what is wrong with the input, beside a result that stands by itself. */
  final Report errors() {
    return new Report(err(), command().getColorScheme().ansi());
  }

  /** Prints problems apart from the result; notes would only distract from it. */
  final void tell(List<Problem> problems) {
    problems.stream()
        .filter(problem -> problem.severity() != Severity.NOTE)
        .forEach(errors()::problem);
  }

  /** Says something to know about the command line, beside the result. */
  final void warn(String message) {
    err().println("merapi: " + message);
  }

  /** What stood on the command line. */
  final ParseResult given() {
    return command().getParseResult();
  }

  /** Says why there is no result. */
  protected final int fail(String message) {
    err().println("merapi: " + message);
    return ExitCode.UNREADABLE;
  }

  private CommandLine command() {
    return Objects.requireNonNull(spec).commandLine();
  }
}
