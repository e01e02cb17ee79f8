package io.merapi.batch.devices.mindcluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Which chips of a node a pod gets: those with the least left that have enough. */
final class ChipChoice {

  private ChipChoice() {}

  /**
   * Whole chips, as annotations name them; empty where there are not enough.
   *
   * @param amount of all of them together
   */
  static String whole(Collection<NpuChip> chips, NpuAmount amount, int count) {
    if (count == 0) {
      return "";
    }
    var each = new NpuAmount(amount.cores() / count, amount.cpus() / count, NpuAmount.VIDEO_ANY);
    List<String> ids =
        ordered(chips).stream()
            .filter(chip -> chip.meets(each) && !chip.cut())
            .limit(count)
            .map(chip -> Integer.toString(chip.id()))
            .toList();
    return ids.size() < count ? "" : String.join(",", ids);
  }

  /** The chip that a part is taken from, as annotations name it; empty where there is none. */
  static String part(Collection<NpuChip> chips, NpuAmount amount) {
    // Ordering what is in order may change it again, and upstream does so.
    return ordered(ordered(chips)).stream()
        .filter(chip -> chip.meets(amount) && !chip.unstable())
        .findFirst()
        .map(chip -> Integer.toString(chip.id()))
        .orElse("");
  }

  /**
   * Chips with less left first. Which has less is not always told, so the order depends on how it
   * is made: one by one, as upstream does it for so few.
   */
  private static List<NpuChip> ordered(Collection<NpuChip> chips) {
    var ordered = new ArrayList<NpuChip>();
    for (NpuChip chip : chips) {
      int place = ordered.size();
      while (place > 0 && !chip.free().covers(ordered.get(place - 1).free())) {
        place--;
      }
      ordered.add(place, chip);
    }
    return ordered;
  }
}
