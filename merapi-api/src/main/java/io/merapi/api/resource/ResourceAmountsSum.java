package io.merapi.api.resource;

import java.util.Arrays;

/**
 * A running total of {@link ResourceAmounts}, for loops that would otherwise make a new vector at
 * each step, and for owners of sums that change often. Not safe for use by several threads, but
 * that several may look at it while nobody changes it.
 */
public final class ResourceAmountsSum {

  private final ResourceAmounts total;

  public ResourceAmountsSum(ResourceDictionary dictionary) {
    this.total = ResourceAmounts.none(dictionary);
  }

  /** Starts from these amounts. */
  ResourceAmountsSum(ResourceAmounts start) {
    this.total = start.copy();
  }

  /** Adds what a list states; upstream's {@code Resource.Add}. */
  public ResourceAmountsSum add(ResourceList list) {
    for (int i = 0; i < list.size(); i++) {
      Quantity amount = list.amount(i);
      switch (list.name(i)) {
        case ResourceNames.CPU -> total.cpuMillis += amount.milliValue();
        case ResourceNames.MEMORY -> total.memoryBytes += amount.value();
        case ResourceNames.EPHEMERAL_STORAGE -> total.ephemeralStorageBytes += amount.value();
        case ResourceNames.PODS -> total.pods += amount.value();
        default -> {
          int id = total.dictionary().scalarIndex(list.name(i));
          if (id >= 0) {
            set(id, total.get(id) + amount.value());
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
    total.cpuMillis += sign * amounts.cpuMillis;
    total.memoryBytes += sign * amounts.memoryBytes;
    total.ephemeralStorageBytes += sign * amounts.ephemeralStorageBytes;
    total.pods += sign * amounts.pods;
    for (int i = 0; i < amounts.scalarCount(); i++) {
      int position = state(amounts.scalarId(i));
      total.scalarValues[position] += sign * amounts.scalarValue(i);
    }
    return this;
  }

  /** Raises each amount to that of the other vector where the other's is greater. */
  public ResourceAmountsSum atLeast(ResourceAmounts amounts) {
    checkDictionary(amounts);
    for (int id = 0; id <= ResourceDictionary.PODS; id++) {
      set(id, Math.max(total.get(id), amounts.get(id)));
    }
    for (int i = 0; i < amounts.scalarCount(); i++) {
      int id = amounts.scalarId(i);
      set(id, Math.max(total.get(id), amounts.scalarValue(i)));
    }
    return this;
  }

  /** The amount of a resource by its number in the dictionary. */
  public long get(int id) {
    return total.get(id);
  }

  /** Sets the amount of one resource by its number in the dictionary. */
  public ResourceAmountsSum set(int id, long amount) {
    switch (id) {
      case ResourceDictionary.CPU -> total.cpuMillis = amount;
      case ResourceDictionary.MEMORY -> total.memoryBytes = amount;
      case ResourceDictionary.EPHEMERAL_STORAGE -> total.ephemeralStorageBytes = amount;
      case ResourceDictionary.PODS -> total.pods = amount;
      default -> {
        int position = state(id);
        total.scalarValues[position] = amount;
      }
    }
    return this;
  }

  /** Starts again from nothing. */
  public ResourceAmountsSum clear() {
    for (int id = 0; id <= ResourceDictionary.PODS; id++) {
      set(id, 0);
    }
    total.scalarIds = new int[0];
    total.scalarValues = new long[0];
    return this;
  }

  /** Takes out scalars of amount 0. */
  public ResourceAmountsSum dropZeros() {
    int kept = 0;
    for (long value : total.scalarValues) {
      kept += value == 0 ? 0 : 1;
    }
    if (kept == total.scalarIds.length) {
      return this;
    }
    int[] ids = new int[kept];
    long[] values = new long[kept];
    int next = 0;
    for (int i = 0; i < total.scalarIds.length; i++) {
      if (total.scalarValues[i] != 0) {
        ids[next] = total.scalarIds[i];
        values[next++] = total.scalarValues[i];
      }
    }
    total.scalarIds = ids;
    total.scalarValues = values;
    return this;
  }

  /** The total of this moment. */
  public ResourceAmounts toAmounts() {
    return total.copy();
  }

  /**
   * The total as it is whenever somebody looks: it follows this sum. So it is a value once nobody
   * has the sum any more.
   */
  public ResourceAmounts view() {
    return total;
  }

  /** The position of a scalar; one that is not there comes in with amount 0. */
  private int state(int id) {
    int known = total.position(id);
    if (known >= 0) {
      return known;
    }
    int count = total.scalarIds.length;
    int place = 0;
    while (place < count && total.scalarIds[place] < id) {
      place++;
    }
    int[] ids = Arrays.copyOf(total.scalarIds, count + 1);
    long[] values = Arrays.copyOf(total.scalarValues, count + 1);
    System.arraycopy(total.scalarIds, place, ids, place + 1, count - place);
    System.arraycopy(total.scalarValues, place, values, place + 1, count - place);
    ids[place] = id;
    values[place] = 0;
    total.scalarIds = ids;
    total.scalarValues = values;
    return place;
  }

  private void checkDictionary(ResourceAmounts amounts) {
    if (amounts.dictionary() != total.dictionary()) {
      throw new IllegalArgumentException(
          "amounts (%s) belong to another cluster's dictionary".formatted(amounts));
    }
  }
}
