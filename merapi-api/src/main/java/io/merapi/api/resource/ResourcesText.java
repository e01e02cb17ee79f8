package io.merapi.api.resource;

import io.merapi.api.resource.Quantity.Format;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;

/** {@link Resources} as upstream writes them into messages and into the status of queues. */
public final class ResourcesText {

  private static final double LARGEST_LONG = 0x1p63;

  private ResourcesText() {}

  static String of(Resources resources) {
    var text = new StringBuilder("cpu ").append(amount(resources.cpuMillis()));
    text.append(", memory ").append(amount(resources.memoryBytes()));
    var scalars = new TreeMap<String, Double>();
    for (int i = 0; i < resources.scalarCount(); i++) {
      scalars.put(resources.dictionary().name(resources.scalarId(i)), resources.scalarValue(i));
    }
    for (Map.Entry<String, Double> scalar : scalars.entrySet()) {
      text.append(", ").append(scalar.getKey()).append(' ').append(amount(scalar.getValue()));
    }
    return text.toString();
  }

  private static String amount(double value) {
    if (value == Double.MAX_VALUE) {
      return "maxFloat";
    }
    if (value == LARGEST_LONG) {
      return "maxInt";
    }
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    String digits =
        new BigDecimal(Math.abs(value)).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    return negative ? "-" + digits : digits;
  }

  /**
   * The amounts as a list, fractions of a unit cut off; upstream's {@code ConvertRes2ResList}. Cpu
   * and memory are always in it.
   */
  public static ResourceList list(Resources resources) {
    var sum = new ResourceListSum();
    sum.put(ResourceNames.CPU, Quantity.ofMillis(cut(resources.cpuMillis()), Format.DECIMAL_SI));
    sum.put(ResourceNames.MEMORY, Quantity.of(cut(resources.memoryBytes()), Format.BINARY_SI));
    for (int i = 0; i < resources.scalarCount(); i++) {
      long value = cut(resources.scalarValue(i));
      sum.put(
          resources.dictionary().name(resources.scalarId(i)),
          resources.scalarId(i) == ResourceDictionary.PODS
              ? Quantity.of(value, Format.DECIMAL_SI)
              : Quantity.ofMillis(value, Format.DECIMAL_SI));
    }
    return sum.toList();
  }

  /** The whole part, or where there is none in a long the least one, as upstream's hardware has. */
  private static long cut(double value) {
    return value >= -LARGEST_LONG && value < LARGEST_LONG ? (long) value : Long.MIN_VALUE;
  }
}
