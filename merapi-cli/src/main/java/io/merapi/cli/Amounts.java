package io.merapi.cli;

import java.util.Locale;

/** Amounts of resources as people read them. */
final class Amounts {

  private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

  private Amounts() {}

  /** An amount in the unit of the resource: cores for cpu, a binary suffix for bytes. */
  static String text(String resource, long amount) {
    return switch (resource) {
      case "cpu" -> decimal(amount / 1000.0);
      case "memory", "ephemeral-storage" -> binary(amount);
      default -> resource.startsWith("hugepages-") ? binary(amount) : "%,d".formatted(amount);
    };
  }

  private static String binary(long bytes) {
    double amount = bytes;
    int suffix = 0;
    while (Math.abs(amount) >= 1024 && suffix < BINARY.length - 1) {
      amount /= 1024;
      suffix++;
    }
    return decimal(amount) + BINARY[suffix];
  }

  private static String decimal(double amount) {
    String text = String.format(Locale.ROOT, "%.1f", amount);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
