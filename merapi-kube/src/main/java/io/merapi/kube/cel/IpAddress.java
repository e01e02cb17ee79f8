package io.merapi.kube.cel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * An IP address or the address of a network.
 *
 * @param bits 32 or 128
 */
record IpAddress(BigInteger value, int bits) {

  /**
   * Reads an address in the usual notation; leading zeros, zones and IPv4 addresses inside IPv6
   * ones are not allowed.
   *
   * @throws IllegalArgumentException if it is none
   */
  static IpAddress parse(String text) {
    if (!text.contains(":")) {
      return new IpAddress(BigInteger.valueOf(v4(text, text)), 32);
    }
    IpAddress address = v6(text);
    if (address.value.shiftRight(32).equals(BigInteger.valueOf(0xFFFF))) {
      throw new IllegalArgumentException(
          "IPv4-mapped IPv6 address \"%s\" is not allowed".formatted(text));
    }
    return address;
  }

  private static long v4(String part, String whole) {
    String[] numbers = part.split("\\.", -1);
    long value = 0;
    for (String number : numbers) {
      boolean valid =
          numbers.length == 4
              && number.matches("[0-9]{1,3}")
              && (number.length() == 1 || number.charAt(0) != '0')
              && Integer.parseInt(number) <= 255;
      if (!valid) {
        throw unreadable(whole);
      }
      value = value * 256 + Integer.parseInt(number);
    }
    return value;
  }

  private static IpAddress v6(String text) {
    int gap = text.indexOf("::");
    List<Integer> before = groups(gap < 0 ? text : text.substring(0, gap), text);
    List<Integer> after = gap < 0 ? List.of() : groups(text.substring(gap + 2), text);
    int missing = 8 - before.size() - after.size();
    if (gap < 0 ? missing != 0 : missing < 1) {
      throw unreadable(text);
    }
    var all = new ArrayList<>(before);
    for (int i = 0; i < missing; i++) {
      all.add(0);
    }
    all.addAll(after);
    BigInteger value = BigInteger.ZERO;
    for (int group : all) {
      value = value.shiftLeft(16).or(BigInteger.valueOf(group));
    }
    return new IpAddress(value, 128);
  }

  private static List<Integer> groups(String part, String whole) {
    var groups = new ArrayList<Integer>();
    if (part.isEmpty()) {
      return groups;
    }
    String[] texts = part.split(":", -1);
    for (int i = 0; i < texts.length; i++) {
      if (i == texts.length - 1 && texts[i].contains(".")) {
        long last = v4(texts[i], whole);
        groups.add((int) (last >> 16));
        groups.add((int) (last & 0xFFFF));
      } else if (texts[i].matches("[0-9a-fA-F]{1,4}")) {
        groups.add(Integer.parseInt(texts[i], 16));
      } else {
        throw unreadable(whole);
      }
    }
    return groups;
  }

  private static IllegalArgumentException unreadable(String text) {
    return new IllegalArgumentException(
        "IP Address \"%s\" parse error during conversion from string".formatted(text));
  }

  /** Whether the first bits are those of a prefix. */
  private boolean startsWith(long prefix, int prefixBits, int length) {
    return bits == prefixBits && value.shiftRight(bits - length).equals(BigInteger.valueOf(prefix));
  }

  boolean isUnspecified() {
    return value.signum() == 0;
  }

  boolean isLoopback() {
    return startsWith(127, 32, 8) || (bits == 128 && value.equals(BigInteger.ONE));
  }

  boolean isLinkLocalMulticast() {
    int first = value.shiftRight(bits - 16).intValue();
    return bits == 32 ? startsWith(0xE00000, 32, 24) : (first & 0xFF0F) == 0xFF02;
  }

  boolean isLinkLocalUnicast() {
    return startsWith(0xA9FE, 32, 16) || startsWith(0x3FA, 128, 10);
  }

  boolean isGlobalUnicast() {
    boolean multicast = startsWith(0xE, 32, 4) || startsWith(0xFF, 128, 8);
    boolean broadcast = startsWith(0xFFFFFFFFL, 32, 32);
    return !multicast && !broadcast && !isUnspecified() && !isLoopback() && !isLinkLocalUnicast();
  }

  /** The address with only its first bits left. */
  IpAddress masked(int length) {
    int rest = bits - length;
    return new IpAddress(value.shiftRight(rest).shiftLeft(rest), bits);
  }

  @Override
  public String toString() {
    if (bits == 32) {
      long number = value.longValue();
      return "%d.%d.%d.%d"
          .formatted(number >> 24, number >> 16 & 255, number >> 8 & 255, number & 255);
    }
    var groups = new ArrayList<String>();
    for (int i = 7; i >= 0; i--) {
      groups.add(Integer.toHexString(value.shiftRight(16 * i).intValue() & 0xFFFF));
    }
    return shortened(groups);
  }

  /** Writes {@code ::} for the longest run of zeros, of several the first. */
  private static String shortened(List<String> groups) {
    int start = -1;
    int length = 1;
    for (int i = 0; i < groups.size(); i++) {
      int end = i;
      while (end < groups.size() && groups.get(end).equals("0")) {
        end++;
      }
      if (end - i > length) {
        start = i;
        length = end - i;
      }
    }
    return start < 0
        ? String.join(":", groups)
        : String.join(":", groups.subList(0, start))
            + "::"
            + String.join(":", groups.subList(start + length, groups.size()));
  }
}
