package io.merapi.cli;

import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Takes underscores in the names of options for hyphens, as the originals do. */
final class GoOptionNames implements IParameterPreprocessor {

  @Override
  @SuppressWarnings("JdkObsolete") // picocli's own type
  public boolean preprocess(
      Stack<String> arguments,
      CommandSpec command,
      @Nullable ArgSpec argument,
      Map<String, Object> info) {
    arguments.replaceAll(GoOptionNames::hyphenated);
    return false;
  }

  private static String hyphenated(String argument) {
    if (!argument.startsWith("--")) {
      return argument;
    }
    int end = argument.indexOf('=');
    return end < 0
        ? argument.replace('_', '-')
        : argument.substring(0, end).replace('_', '-') + argument.substring(end);
  }
}
