package io.merapi.batch.devices.hami;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A part of a card that one container has, as annotations spell it: {@code uuid,type,memory,cores}.
 * Parts of a container end in a colon each, containers in a semicolon.
 */
record NpuShare(String cardId, String type, int memory, int cores) {

  private static final int FIELDS = 4;

  static String encode(List<List<NpuShare>> containers) {
    return containers.stream()
        .map(shares -> shares.stream().map(NpuShare::text).collect(Collectors.joining()) + ";")
        .collect(Collectors.joining());
  }

  private String text() {
    return "%s,%s,%d,%d:".formatted(cardId, type, memory, cores);
  }

  /**
   * The parts of all containers; none where one lacks a field.
   *
   * @param exact false keeps what upstream does: the semicolon before a part becomes part of the
   *     name of the card, so that only the first container's cards are known again
   */
  static List<NpuShare> decode(String text, boolean exact) {
    var shares = new ArrayList<NpuShare>();
    for (String part : text.split(":", -1)) {
      if (part.contains(",")) {
        String[] fields = (exact ? part.replace(";", "") : part).split(",", -1);
        if (fields.length < FIELDS) {
          return new ArrayList<>();
        }
        shares.add(new NpuShare(fields[0], fields[1], number(fields[2]), number(fields[3])));
      }
    }
    return shares;
  }

  /** What is no number counts as none. */
  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException _) {
      return 0;
    }
  }
}
