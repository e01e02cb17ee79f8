package io.merapi.cli;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands have in common: help, and where they print. */
abstract class Subcommand implements Callable<Integer> {

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
  OutputFormat output = OutputFormat.TABLE;

  final PrintWriter out() {
    return command().getOut();
  }

  final PrintWriter err() {
    return command().getErr();
  }

  final Report report() {
    return new Report(out(), command().getColorScheme().ansi());
  }

  private CommandLine command() {
    return Objects.requireNonNull(spec).commandLine();
  }
}
