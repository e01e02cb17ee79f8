package io.merapi.sim.workload;

import io.merapi.config.objects.SimulatedDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A time in which a node is not there for pods.
 *
 * @param from since the start of the simulation
 * @param length null where it does not end
 */
public record Spell(Duration from, @Nullable Duration length) {

  /** Reads spells such as {@code 2h for 30m, 10h}; null where the text is none. */
  public static @Nullable List<Spell> parse(String text) {
    var spells = new ArrayList<Spell>();
    for (String part : text.split(",", -1)) {
      String[] words = part.strip().split("\\s+for\\s+", -1);
      Duration from = SimulatedDuration.parse(words[0]);
      Duration length = words.length == 2 ? SimulatedDuration.parse(words[1]) : null;
      if (words.length > 2 || from == null || (words.length == 2 && length == null)) {
        return null;
      }
      spells.add(new Spell(from, length));
    }
    return spells;
  }
}
