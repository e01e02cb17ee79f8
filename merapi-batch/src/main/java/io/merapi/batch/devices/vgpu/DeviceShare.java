package io.merapi.batch.devices.vgpu;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A part of a card that one container has, as annotations spell it: {@code uuid,type,memory,cores}.
 * Parts of a container end in a colon each, containers are separated by semicolons.
 *
 * @param cardId the card, or a cut of it such as {@code GPU-1[group1-0]}
 */
record DeviceShare(String cardId, String type, long memory, long cores) {

  private static final Pattern NUMBER = Pattern.compile("0*\\d{1,10}");
  private static final long MOST = (1L << 32) - 1;

  static String encode(List<List<DeviceShare>> containers) {
    return containers.stream()
        .map(shares -> shares.stream().map(DeviceShare::text).collect(Collectors.joining()))
        .collect(Collectors.joining(";"));
  }

  private String text() {
    return "%s,%s,%d,%d:".formatted(cardId, type, memory, cores);
  }

  /** The parts of all containers; what cannot be read is left out. */
  static List<DeviceShare> decode(String text) {
    var shares = new ArrayList<DeviceShare>();
    for (String part : text.split("[;:]", -1)) {
      String[] fields = part.split(",", -1);
      if (fields.length >= 4 && isNumber(fields[2]) && isNumber(fields[3])) {
        shares.add(
            new DeviceShare(
                fields[0], fields[1], Long.parseLong(fields[2]), Long.parseLong(fields[3])));
      }
    }
    return shares;
  }

  private static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches() && Long.parseLong(text) <= MOST;
  }
}
