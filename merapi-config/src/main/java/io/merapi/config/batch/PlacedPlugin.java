package io.merapi.config.batch;

import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import io.merapi.config.source.Location;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * A plugin with where it stands.
 *
 * @param path such as {@code tiers[0].plugins[2]}
 * @param where its name stands
 * @param switches those that the file gives, with where they stand
 */
record PlacedPlugin(
    PluginOption option, String path, Location where, Map<PluginSwitch, Location> switches) {

  PlacedPlugin {
    var copy = new EnumMap<PluginSwitch, Location>(PluginSwitch.class);
    copy.putAll(switches);
    switches = Collections.unmodifiableMap(copy);
  }

  Location switchWhere(PluginSwitch one) {
    return switches.getOrDefault(one, where);
  }
}
