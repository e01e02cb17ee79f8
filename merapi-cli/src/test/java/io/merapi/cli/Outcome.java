package io.merapi.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;

/** What a command line printed, and its exit code. */
record Outcome(int exitCode, String out, String err) {

  /** Runs a command line. */
  static Outcome of(String... line) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode = Merapi.run(new PrintWriter(out, true), new PrintWriter(err, true), line);
    return new Outcome(exitCode, out.toString(), err.toString());
  }

  /** Runs one command with its arguments. */
  static Outcome ofCommand(String command, String... arguments) {
    return of(Stream.concat(Stream.of(command), Stream.of(arguments)).toArray(String[]::new));
  }
}
