package io.merapi.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code merapi bench} where the module that has it is not on the class path. */
@Command(
    name = "bench",
    header = "Measure the schedulers with generated loads (in a source tree only).",
    description = {
      "",
      "Benchmarks are not part of a release. Run ./merapi bench in a source tree: it builds them"
          + " and shows their options with --help.",
      ""
    })
final class MissingBench extends Subcommand {

  /** What the real command would understand; nothing of it matters here. */
  @Unmatched final List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() {
    return fail(
        "benchmarks are not part of a release; run ./merapi bench in a source tree, which builds"
            + " them");
  }
}
