package io.merapi.cli;

import io.merapi.config.plugins.PluginDirectory;
import io.merapi.config.plugins.PluginSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where plugins of one's own are found. */
final class PluginOptions {

  @Option(
      names = "--plugins-dir",
      paramLabel = "DIR",
      description =
          "A directory of JARs with plugins of one's own, which configurations name like those that"
              + " come with the program.")
  private @Nullable Path directory;

  private @Nullable PluginDirectory opened;
  private @Nullable PluginSet plugins;

  /** The directory, if there is one. */
  List<Path> directories() {
    return directory == null ? List.of() : List.of(directory);
  }

  /** All plugins that there are, as the directory had them when it was read last. */
  synchronized PluginSet read() throws IOException {
    return plugins == null ? readAgain() : plugins;
  }

  /** All plugins that there are now. */
  synchronized PluginSet readAgain() throws IOException {
    if (directory == null) {
      return PluginSet.IN_TREE;
    }
    if (opened == null) {
      opened = new PluginDirectory(directory);
    }
    PluginSet now = opened.refresh();
    plugins = now;
    return now;
  }
}
