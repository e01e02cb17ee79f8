package io.merapi.batch.tier;

import java.util.List;

/**
 * Plugins that decide together; a later tier is asked only where the earlier ones leave it open.
 */
public record Tier(List<PluginOption> plugins) {

  public Tier {
    plugins = List.copyOf(plugins);
  }
}
