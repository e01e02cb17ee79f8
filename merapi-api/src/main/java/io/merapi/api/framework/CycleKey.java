package io.merapi.api.framework;

/**
 * The place of one plugin's value in a {@link CycleState}; made once per profile by {@link
 * PluginContext#cycleKey}.
 *
 * @param name as upstream spells it; some of upstream's error texts show it
 * @param slot the position in the state
 * @param <T> the type of the value
 */
public record CycleKey<T>(String name, int slot, Class<T> type) {

  /** Upstream's words for a value that an earlier point should have left and has not. */
  public String missing() {
    return "reading \"" + name + "\" from cycleState: not found";
  }
}
