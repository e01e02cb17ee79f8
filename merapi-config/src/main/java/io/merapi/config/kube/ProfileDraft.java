package io.merapi.config.kube;

import io.merapi.config.source.Problem;
import io.merapi.kube.configuration.PluginSets;
import io.merapi.kube.configuration.RawArguments;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A profile as decoded and defaulted, before anybody asks whether it makes sense.
 *
 * @param path in the file, such as {@code profiles[0]}
 * @param given what the file says of plugins
 * @param merged the same laid over the defaults
 */
record ProfileDraft(
    String path,
    String schedulerName,
    @Nullable Integer percentageOfNodesToScore,
    PluginSets given,
    PluginSets merged,
    List<Config> pluginConfig) {

  ProfileDraft {
    pluginConfig = List.copyOf(pluginConfig);
  }

  /** The entry of a plugin; the first one where there are several, null where there is none. */
  @Nullable Config config(String plugin) {
    for (Config config : pluginConfig) {
      if (config.plugin.equals(plugin)) {
        return config;
      }
    }
    return null;
  }

  /**
   * An entry of {@code pluginConfig}.
   *
   * @param path in the file
   * @param arguments the plugin's record, or {@link RawArguments}
   * @param invalid what is wrong with values of the right type
   */
  record Config(String path, String plugin, Record arguments, List<Problem> invalid) {

    Config {
      invalid = List.copyOf(invalid);
    }
  }
}
