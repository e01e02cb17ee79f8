package io.merapi.cli;

import io.merapi.config.source.Spelling;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Answers a command line that cannot be understood with one line, and no page of help. */
final class UsageMistake {

  private UsageMistake() {}

  /** Says what is wrong, and what may have been meant. */
  static int tell(ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    command
        .getErr()
        .println(
            "merapi: %s; see merapi %s --help".formatted(text(mistake), command.getCommandName()));
    return ExitCode.UNREADABLE;
  }

  private static String text(ParameterException mistake) {
    if (mistake instanceof UnmatchedArgumentException unmatched) {
      List<String> left = unmatched.getUnmatched();
      String first = left.getFirst();
      return first.startsWith("-")
          ? unknown(first, mistake.getCommandLine().getCommandSpec().optionsMap().keySet())
          : "(%s) is no option, and there are no other arguments".formatted(first);
    }
    String message = String.valueOf(mistake.getMessage());
    return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
  }

  private static String unknown(String argument, Collection<String> known) {
    String name = argument.replaceFirst("=.*", "");
    String advice = Spelling.advice(name, known);
    return advice.isEmpty()
        ? "there is no option %s".formatted(name)
        : "there is no option %s: %s".formatted(name, advice);
  }
}
