package io.merapi.batch.tier;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A plugin of a tier.
 *
 * @param on the switches that are on
 * @param arguments the plugin's own record; {@link OtherArgs} for a plugin of a name that is not
 *     known
 */
public record PluginOption(String name, Set<PluginSwitch> on, Record arguments) {

  public PluginOption {
    var copy = EnumSet.noneOf(PluginSwitch.class);
    copy.addAll(on);
    on = Collections.unmodifiableSet(copy);
  }

  /** Whether the plugin may take part in something, if it registers for it. */
  public boolean takesPartIn(ExtensionPoint point) {
    return point.permittedBy(on);
  }

  /**
   * The arguments as the plugin's own record.
   *
   * @throws ClassCastException if they are another plugin's
   */
  public <A extends Record> A arguments(Class<A> type) {
    return type.cast(arguments);
  }
}
