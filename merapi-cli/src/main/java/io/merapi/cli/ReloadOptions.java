package io.merapi.cli;

import io.merapi.cluster.reload.FileFollower;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether configuration files are followed while schedulers run. */
final class ReloadOptions {

  @Option(
      names = "--reload",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      description =
          "Whether changed configuration files and plugins are put in force without a restart, once"
              + " they have been validated and tried (default: true).")
  private boolean reload = true;

  /**
   * Takes note of what a file says, before it is read.
   *
   * @param files those of a configuration; empty where there is none
   * @param more what else it is read by
   * @return null where nothing is to be followed
   */
  @Nullable FileFollower follow(List<Path> files, List<Path> more) {
    return reload && !files.isEmpty()
        ? new FileFollower(
            Stream.concat(files.stream(), more.stream()).toList(), FileFollower.INTERVAL)
        : null;
  }
}
