package io.merapi.kube.framework;

/** A plugin that cannot be made, so that no scheduler can be built of its configuration. */
public final class PluginSetupException extends RuntimeException {

  /**
   * Names the plugin.
   *
   * @param why completes the sentence "plugin (…) …"
   */
  public PluginSetupException(String plugin, String why) {
    super("plugin (%s) %s".formatted(plugin, why));
  }
}
