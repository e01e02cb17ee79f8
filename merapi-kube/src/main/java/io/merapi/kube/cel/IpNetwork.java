package io.merapi.kube.cel;

/** The addresses whose first bits are those of one address. */
record IpNetwork(IpAddress address, int length) {

  /**
   * Reads a network in the notation {@code address/bits}.
   *
   * @throws IllegalArgumentException if it is none
   */
  static IpNetwork parse(String text) {
    int slash = text.lastIndexOf('/');
    String length = text.substring(slash + 1);
    if (slash < 0 || !length.matches("0|[1-9][0-9]{0,2}")) {
      throw unreadable(text);
    }
    IpAddress address = IpAddress.parse(text.substring(0, slash));
    if (Integer.parseInt(length) > address.bits()) {
      throw unreadable(text);
    }
    return new IpNetwork(address, Integer.parseInt(length));
  }

  private static IllegalArgumentException unreadable(String text) {
    return new IllegalArgumentException(
        "network address parse error during conversion from string: \"%s\"".formatted(text));
  }

  boolean contains(IpAddress other) {
    return other.bits() == address.bits() && other.masked(length).equals(address.masked(length));
  }

  boolean contains(IpNetwork other) {
    return length <= other.length && contains(other.address);
  }

  IpNetwork masked() {
    return new IpNetwork(address.masked(length), length);
  }

  @Override
  public String toString() {
    return address + "/" + length;
  }
}
