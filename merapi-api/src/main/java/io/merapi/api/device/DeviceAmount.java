package io.merapi.api.device;

import io.merapi.api.resource.Quantity;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * Devices of one class: how many, and how much of what they share out.
 *
 * <p>Counts come from users and are not bounded, so sums and products stay at the greatest number
 * where they would leave the range of a long.
 *
 * @param capacity by name of the dimension
 */
public record DeviceAmount(long count, SortedMap<String, Quantity> capacity) {

  public DeviceAmount {
    capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
  }

  /** Devices as a whole. */
  public DeviceAmount(long count) {
    this(count, Collections.emptySortedMap());
  }

  public DeviceAmount plus(DeviceAmount other) {
    return combined(saturatedSum(count, other.count), other.capacity, Quantity::plus);
  }

  /** What is left, nothing below 0; dimensions that are not here are left out. */
  public DeviceAmount minus(DeviceAmount other) {
    var known = new TreeMap<>(other.capacity);
    known.keySet().retainAll(capacity.keySet());
    return combined(
        Math.max(count - other.count, 0),
        known,
        (here, taken) -> {
          Quantity left = here.minus(taken);
          return left.sign() < 0 ? Quantity.ZERO : left;
        });
  }

  private DeviceAmount combined(
      long newCount, Map<String, Quantity> others, BinaryOperator<Quantity> operator) {
    var combined = new TreeMap<>(capacity);
    others.forEach((dimension, amount) -> combined.merge(dimension, amount, operator));
    return new DeviceAmount(newCount, combined);
  }

  /** The same for several tasks, or the capacity of one device for several. */
  public DeviceAmount times(long factor) {
    var products = new TreeMap<String, Quantity>();
    capacity.forEach((dimension, amount) -> products.put(dimension, amount.times(factor)));
    return new DeviceAmount(saturatedProduct(count, factor), products);
  }

  private static long saturatedSum(long left, long right) {
    try {
      return Math.addExact(left, right);
    } catch (ArithmeticException _) {
      return left > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
  }

  private static long saturatedProduct(long left, long right) {
    try {
      return Math.multiplyExact(left, right);
    } catch (ArithmeticException _) {
      return (left > 0) == (right > 0) ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
  }
}
