package io.merapi.api.resource;

import java.util.Arrays;

/**
 * A running total of {@link ResourceAmounts}, for loops that would otherwise make a new vector at
 * each step. Not safe for use by several threads.
 */
public final class ResourceAmountsSum {

  private final ResourceDictionary dictionary;
  private long[] values;
  private boolean[] present;
  private int presentCount;

  public ResourceAmountsSum(ResourceDictionary dictionary) {
    this.dictionary = dictionary;
    this.values = new long[dictionary.size()];
    this.present = new boolean[values.length];
  }

  /** Adds what a list states; upstream's {@code Resource.Add}. */
  public ResourceAmountsSum add(ResourceList list) {
    for (int i = 0; i < list.size(); i++) {
      Quantity amount = list.amount(i);
      switch (list.name(i)) {
        case ResourceNames.CPU -> values[ResourceDictionary.CPU] += amount.milliValue();
        case ResourceNames.MEMORY -> values[ResourceDictionary.MEMORY] += amount.value();
        case ResourceNames.EPHEMERAL_STORAGE ->
            values[ResourceDictionary.EPHEMERAL_STORAGE] += amount.value();
        case ResourceNames.PODS -> values[ResourceDictionary.PODS] += amount.value();
        default -> {
          int id = dictionary.scalarIndex(list.name(i));
          if (id >= 0) {
            state(id);
            values[id] += amount.value();
          }
        }
      }
    }
    return this;
  }

  public ResourceAmountsSum add(ResourceAmounts amounts) {
    return combine(amounts, 1);
  }

  public ResourceAmountsSum subtract(ResourceAmounts amounts) {
    return combine(amounts, -1);
  }

  private ResourceAmountsSum combine(ResourceAmounts amounts, long sign) {
    checkDictionary(amounts);
    for (int id = 0; id <= ResourceDictionary.PODS; id++) {
      values[id] += sign * amounts.get(id);
    }
    for (int i = 0; i < amounts.scalarCount(); i++) {
      int id = amounts.scalarId(i);
      state(id);
      values[id] += sign * amounts.scalarValue(i);
    }
    return this;
  }

  /** Raises each amount to that of the other vector where the other's is greater. */
  public ResourceAmountsSum atLeast(ResourceAmounts amounts) {
    checkDictionary(amounts);
    for (int id = 0; id <= ResourceDictionary.PODS; id++) {
      values[id] = Math.max(values[id], amounts.get(id));
    }
    for (int i = 0; i < amounts.scalarCount(); i++) {
      int id = amounts.scalarId(i);
      state(id);
      values[id] = Math.max(values[id], amounts.scalarValue(i));
    }
    return this;
  }

  /** The amount of a resource by its number in the dictionary. */
  public long get(int id) {
    return id < values.length ? values[id] : 0;
  }

  /** Sets the amount of one resource by its number in the dictionary. */
  public ResourceAmountsSum set(int id, long amount) {
    if (id > ResourceDictionary.PODS) {
      state(id);
    }
    values[id] = amount;
    return this;
  }

  /** Starts again from nothing. */
  public ResourceAmountsSum clear() {
    Arrays.fill(values, 0);
    Arrays.fill(present, false);
    presentCount = 0;
    return this;
  }

  public ResourceAmounts toAmounts() {
    return ResourceAmounts.of(dictionary, values, present, presentCount);
  }

  private void state(int id) {
    if (id >= values.length) {
      values = Arrays.copyOf(values, dictionary.size());
      present = Arrays.copyOf(present, values.length);
    }
    if (!present[id]) {
      present[id] = true;
      presentCount++;
    }
  }

  private void checkDictionary(ResourceAmounts amounts) {
    if (amounts.dictionary() != dictionary) {
      throw new IllegalArgumentException(
          "amounts (%s) belong to another cluster's dictionary".formatted(amounts));
    }
  }
}
