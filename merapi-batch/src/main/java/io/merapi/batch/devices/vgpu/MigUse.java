package io.merapi.batch.devices.vgpu;

import io.merapi.batch.devices.vgpu.MigSharing.Part;
import io.merapi.batch.devices.vgpu.VgpuSettings.MigGeometry;
import io.merapi.batch.devices.vgpu.VgpuSettings.MigInstances;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How a card is cut, and which of its parts are taken. */
final class MigUse {

  /** The place of the way it is cut among those that are known; less than 0 for none yet. */
  private int way = -1;

  /** By the name of a size, the parts of it that are taken. */
  private final Map<String, SortedSet<Integer>> taken = new TreeMap<>();

  int way() {
    return way;
  }

  boolean isEmpty() {
    return taken.isEmpty();
  }

  boolean knows(String size) {
    return taken.containsKey(size);
  }

  SortedSet<Integer> taken(String size) {
    return taken.getOrDefault(size, Collections.emptySortedSet());
  }

  /**
   * Takes a part.
   *
   * @return its memory; 0 where there is no such part
   */
  long take(List<MigGeometry> ways, Part part) {
    Spot spot = cut(ways, part);
    if (spot == null) {
      return 0;
    }
    taken.computeIfAbsent(spot.size.name(), _ -> new TreeSet<>()).add(spot.index);
    return spot.size.memory();
  }

  /**
   * Gives a part back; the way the card is cut stays.
   *
   * @return its memory; 0 where no part of its size is taken
   */
  long giveBack(List<MigGeometry> ways, Part part) {
    Spot spot = cut(ways, part);
    SortedSet<Integer> parts = spot == null ? null : taken.get(spot.size.name());
    if (spot == null || parts == null) {
      return 0;
    }
    parts.remove(spot.index);
    if (parts.isEmpty()) {
      taken.remove(spot.size.name());
    }
    return spot.size.memory();
  }

  /** How much memory a part is; 0 where there is no such part. */
  static long memory(List<MigGeometry> ways, Part part) {
    Spot spot = find(ways, part);
    return spot == null ? 0 : spot.size.memory();
  }

  /** From now on the card is cut as a part says. */
  private @Nullable Spot cut(List<MigGeometry> ways, Part part) {
    Spot spot = find(ways, part);
    way = spot == null ? way : spot.way;
    return spot;
  }

  private static @Nullable Spot find(List<MigGeometry> ways, Part part) {
    for (int way = 0; way < ways.size(); way++) {
      if (ways.get(way).group().equals(part.group())) {
        int index = part.place();
        for (MigInstances size : ways.get(way).instances()) {
          if (index < size.count()) {
            return new Spot(way, size, index);
          }
          index -= size.count();
        }
        return null;
      }
    }
    return null;
  }

  MigUse copy() {
    var copy = new MigUse();
    copy.way = way;
    taken.forEach((size, parts) -> copy.taken.put(size, new TreeSet<>(parts)));
    return copy;
  }

  /** A part: the way the card is cut, its size, and its place among those of that size. */
  private record Spot(int way, MigInstances size, int index) {}
}
