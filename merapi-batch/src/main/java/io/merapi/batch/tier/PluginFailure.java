package io.merapi.batch.tier;

import java.util.Objects;

/** A plugin that threw; the question that was put to it has no answer. */
public final class PluginFailure extends RuntimeException {

  private final String plugin;

  public PluginFailure(String plugin, Throwable cause) {
    super("plugin \"%s\" failed: %s".formatted(plugin, cause), cause);
    this.plugin = plugin;
  }

  /** A plugin that went on without something that it needs. */
  public PluginFailure(String plugin, String what) {
    super("plugin \"%s\" failed: %s".formatted(plugin, what));
    this.plugin = plugin;
  }

  /** What users are told. */
  public String text() {
    return Objects.requireNonNullElse(getMessage(), "");
  }

  /** The name of the plugin. */
  public String plugin() {
    return plugin;
  }
}
