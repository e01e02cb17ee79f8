package io.merapi.cli;

import io.merapi.cluster.reload.FileFollower;
import io.merapi.cluster.reload.ReloadResult;
import io.merapi.config.plugins.PluginSet;
import io.merapi.config.source.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads what has changed in {@code --plugins-dir} before a configuration is tried, which is read by
 * the plugins that there are then.
 */
final class PluginReload implements FileFollower.Attempt {

  private final KubeOptions options;
  private final FileFollower.Attempt configuration;
  private PluginSet before;

  /**
   * Goes on from the plugins that are in use.
   *
   * @param configuration reads it, and has a scheduler go on with it
   */
  PluginReload(KubeOptions options, FileFollower.Attempt configuration) throws IOException {
    this.options = options;
    this.configuration = configuration;
    this.before = options.plugins();
  }

  @Override
  public ReloadResult run() throws InterruptedException {
    PluginSet now;
    try {
      now = options.pluginOptions().readAgain();
    } catch (IOException e) {
      return Refusals.of(e);
    }
    List<Problem> broken =
        now.problems().stream().filter(problem -> !before.problems().contains(problem)).toList();
    boolean replaced = !now.versions().equals(before.versions());
    before = now;
    if (options.refuses(broken)) {
      return Refusals.of(broken, "");
    }
    ReloadResult result = configuration.run();
    return broken.isEmpty() ? result : with(broken, result, replaced);
  }

  /** A JAR that is left out is a refusal, unless there is something new beside it. */
  private static ReloadResult with(List<Problem> broken, ReloadResult result, boolean replaced) {
    ReloadResult.Refused jars = Refusals.of(broken, "");
    return switch (result) {
      case ReloadResult.Refused(var why, var mayPass) ->
          new ReloadResult.Refused(jars.why() + "; " + why, mayPass);
      case ReloadResult.Applied(var notes) when replaced -> {
        var all = new ArrayList<>(notes);
        all.add(jars.why());
        yield new ReloadResult.Applied(all);
      }
      case ReloadResult.Applied _ -> jars;
    };
  }
}
