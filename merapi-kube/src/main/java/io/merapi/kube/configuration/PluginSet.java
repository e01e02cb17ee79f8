package io.merapi.kube.configuration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;

/**
 * What a profile enables and disables at one extension point.
 *
 * @param disabled names; {@code *} stands for all
 */
public record PluginSet(List<EnabledPlugin> enabled, List<String> disabled) {

  public static final PluginSet EMPTY = new PluginSet(List.of(), List.of());

  private static final String ALL = "*";

  public PluginSet {
    enabled = List.copyOf(enabled);
    disabled = List.copyOf(disabled);
  }

  /** Whether everything is disabled but what the set enables itself. */
  public boolean disablesAll() {
    return disabled.contains(ALL);
  }

  /**
   * This set laid over the default one: a default plugin that is enabled again keeps its place with
   * the new weight, other plugins follow. A plugin that is named twice stays twice, for the
   * expansion to refuse.
   */
  PluginSet over(PluginSet defaults) {
    var off = new ArrayList<>(disabled);
    off.addAll(defaults.disabled);
    var isOff = new HashSet<>(off);
    var replaced = new HashSet<Integer>();
    var merged = new ArrayList<EnabledPlugin>();
    if (!isOff.contains(ALL)) {
      var again = new HashMap<String, Integer>();
      for (int i = 0; i < enabled.size(); i++) {
        again.put(enabled.get(i).name(), i);
      }
      for (EnabledPlugin plugin : defaults.enabled) {
        if (isOff.contains(plugin.name())) {
          continue;
        }
        Integer index = again.get(plugin.name());
        if (index != null) {
          replaced.add(index);
        }
        merged.add(index == null ? plugin : enabled.get(index));
      }
    }
    for (int i = 0; i < enabled.size(); i++) {
      if (!replaced.contains(i)) {
        merged.add(enabled.get(i));
      }
    }
    return new PluginSet(merged, off);
  }
}
