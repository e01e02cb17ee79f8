package io.merapi.api.device;

import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Devices by the name of their class, as queues account for them; immutable.
 *
 * <p>In lists of resources {@code deviceclass/CLASS} counts devices and {@code
 * DIMENSION.deviceclass/CLASS} is what they share out. Upstream counterpart: maps of {@code
 * api.DRAResource}.
 */
public record DeviceAmounts(SortedMap<String, DeviceAmount> byClass) {

  public static final DeviceAmounts NONE = new DeviceAmounts(Collections.emptySortedMap());

  private static final String COUNT_PREFIX = "deviceclass/";
  private static final String CAPACITY_SEPARATOR = ".deviceclass/";

  public DeviceAmounts {
    byClass = Collections.unmodifiableSortedMap(new TreeMap<>(byClass));
  }

  /** The device classes that a list names; other resources are left out. */
  public static DeviceAmounts of(ResourceList list) {
    var amounts = new TreeMap<String, DeviceAmount>();
    for (int i = 0; i < list.size(); i++) {
      String name = list.name(i);
      int separator = name.indexOf(CAPACITY_SEPARATOR);
      if (separator > 0) {
        String dimension = name.substring(0, separator);
        String deviceClass = name.substring(separator + CAPACITY_SEPARATOR.length());
        var capacity = new TreeMap<>(Map.of(dimension, list.amount(i)));
        put(amounts, deviceClass, new DeviceAmount(0, capacity));
      } else if (name.startsWith(COUNT_PREFIX)) {
        String deviceClass = name.substring(COUNT_PREFIX.length());
        put(amounts, deviceClass, new DeviceAmount(list.amount(i).value()));
      }
    }
    return amounts.isEmpty() ? NONE : new DeviceAmounts(amounts);
  }

  private static void put(
      Map<String, DeviceAmount> amounts, String deviceClass, DeviceAmount amount) {
    if (!deviceClass.isEmpty()) {
      amounts.merge(deviceClass, amount, DeviceAmount::plus);
    }
  }

  /** The same as a list states it, without what is 0. */
  public Map<String, Quantity> toList() {
    var list = new TreeMap<String, Quantity>();
    byClass.forEach((deviceClass, amount) -> {
      if (amount.count() > 0) {
        list.put(
            COUNT_PREFIX + deviceClass, Quantity.of(amount.count(), Quantity.Format.DECIMAL_SI));
      }
      amount
          .capacity()
          .forEach((dimension, quantity) -> {
            if (!quantity.isZero()) {
              list.put(dimension + CAPACITY_SEPARATOR + deviceClass, quantity);
            }
          });
    });
    return list;
  }

  public boolean isEmpty() {
    return byClass.isEmpty();
  }

  /** What there is of a class; nothing of one that is not named. */
  public DeviceAmount get(String deviceClass) {
    return byClass.getOrDefault(deviceClass, new DeviceAmount(0));
  }

  public DeviceAmounts plus(DeviceAmounts other) {
    var sum = new TreeMap<>(byClass);
    other.byClass.forEach(
        (deviceClass, amount) -> sum.merge(deviceClass, amount, DeviceAmount::plus));
    return new DeviceAmounts(sum);
  }

  /** What is left, nothing below 0; classes that are not here are left out. */
  public DeviceAmounts minus(DeviceAmounts other) {
    var left = new TreeMap<>(byClass);
    left.replaceAll((deviceClass, amount) -> amount.minus(other.get(deviceClass)));
    return new DeviceAmounts(left);
  }

  /** The same for several tasks. */
  public DeviceAmounts times(long factor) {
    var products = new TreeMap<>(byClass);
    products.replaceAll((_, amount) -> amount.times(factor));
    return new DeviceAmounts(products);
  }

  /** The classes of certain names alone. */
  public DeviceAmounts only(Predicate<String> classes) {
    var kept = new TreeMap<>(byClass);
    kept.keySet().removeIf(classes.negate());
    return new DeviceAmounts(kept);
  }
}
