package io.merapi.api.batch;

import org.jspecify.annotations.Nullable;

/**
 * How close together, in the network, pods must or should be placed.
 *
 * @param highestTierAllowed the highest tier that a HyperNode holding all pods may have; absent
 *     where the object does not say
 * @param highestTierName the same by the tier's name, which counts where no number is given; empty
 *     where the object does not say
 */
public record NetworkTopology(
    Mode mode, @Nullable Integer highestTierAllowed, String highestTierName) {

  /** How binding the closeness is. */
  public enum Mode {
    HARD("hard"),
    SOFT("soft"),
    /** The object does not say, and no API server has filled the default in: neither of the two. */
    UNSET("");

    private final String text;

    Mode(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }
}
