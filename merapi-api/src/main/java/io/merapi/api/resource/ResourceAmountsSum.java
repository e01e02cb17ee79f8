package io.merapi.api.resource;

import java.util.Arrays;

/**
 * A running total of {@link ResourceAmounts}, for loops that would otherwise make a new vector at
 * each step, and for owners of sums that change often. Not safe for use by several threads, but
 * that several may look at it while nobody changes it.
 *
 * <p>Implementation note: it is its own view. There is one for each node, and more in every
 * session, so an object for the total and one for its owner would be one too many.
 */
public final class ResourceAmountsSum extends ResourceAmounts {

  public ResourceAmountsSum(ResourceDictionary dictionary) {
    super(dictionary);
  }

  /** Starts from these amounts. */
  ResourceAmountsSum(ResourceAmounts start) {
    super(start);
  }

  /** Adds what a list states; upstream's {@code Resource.Add}. */
  public ResourceAmountsSum add(ResourceList list) {
    for (int i = 0; i < list.size(); i++) {
      Quantity amount = list.amount(i);
      switch (list.name(i)) {
        case ResourceNames.CPU -> cpuMillis += amount.milliValue();
        case ResourceNames.MEMORY -> memoryBytes += amount.value();
        case ResourceNames.EPHEMERAL_STORAGE -> ephemeralStorageBytes += amount.value();
        case ResourceNames.PODS -> pods += amount.value();
        default -> {
          int id = dictionary().scalarIndex(list.name(i));
          if (id >= 0) {
            set(id, get(id) + amount.value());
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
    cpuMillis += sign * amounts.cpuMillis;
    memoryBytes += sign * amounts.memoryBytes;
    ephemeralStorageBytes += sign * amounts.ephemeralStorageBytes;
    pods += sign * amounts.pods;
    for (int i = 0; i < amounts.scalarCount(); i++) {
      int position = state(amounts.scalarId(i));
      scalarValues[position] += sign * amounts.scalarValue(i);
    }
    return this;
  }

  /** Raises each amount to that of the other vector where the other's is greater. */
  public ResourceAmountsSum atLeast(ResourceAmounts amounts) {
    checkDictionary(amounts);
    for (int id = 0; id <= ResourceDictionary.PODS; id++) {
      set(id, Math.max(get(id), amounts.get(id)));
    }
    for (int i = 0; i < amounts.scalarCount(); i++) {
      int id = amounts.scalarId(i);
      set(id, Math.max(get(id), amounts.scalarValue(i)));
    }
    return this;
  }

  /** Sets the amount of one resource by its number in the dictionary. */
  public ResourceAmountsSum set(int id, long amount) {
    switch (id) {
      case ResourceDictionary.CPU -> cpuMillis = amount;
      case ResourceDictionary.MEMORY -> memoryBytes = amount;
      case ResourceDictionary.EPHEMERAL_STORAGE -> ephemeralStorageBytes = amount;
      case ResourceDictionary.PODS -> pods = amount;
      default -> {
        int position = state(id);
        scalarValues[position] = amount;
      }
    }
    return this;
  }

  /** Starts again from nothing. */
  public ResourceAmountsSum clear() {
    for (int id = 0; id <= ResourceDictionary.PODS; id++) {
      set(id, 0);
    }
    scalarIds = new int[0];
    scalarValues = new long[0];
    return this;
  }

  /** Takes out scalars of amount 0. */
  public ResourceAmountsSum dropZeros() {
    if (!hasZeros()) {
      return this;
    }
    int kept = 0;
    for (long value : scalarValues) {
      kept += value == 0 ? 0 : 1;
    }
    int[] ids = new int[kept];
    long[] values = new long[kept];
    int next = 0;
    for (int i = 0; i < scalarIds.length; i++) {
      if (scalarValues[i] != 0) {
        ids[next] = scalarIds[i];
        values[next++] = scalarValues[i];
      }
    }
    scalarIds = ids;
    scalarValues = values;
    return this;
  }

  /** The total of this moment. */
  public ResourceAmounts toAmounts() {
    return copy();
  }

  /**
   * The total as it is whenever somebody looks: it follows this sum. So it is a value once nobody
   * has the sum any more.
   */
  public ResourceAmounts view() {
    return this;
  }

  /** The position of a scalar; one that is not there comes in with amount 0. */
  private int state(int id) {
    int known = position(id);
    if (known >= 0) {
      return known;
    }
    int count = scalarIds.length;
    int place = 0;
    while (place < count && scalarIds[place] < id) {
      place++;
    }
    int[] ids = Arrays.copyOf(scalarIds, count + 1);
    long[] values = Arrays.copyOf(scalarValues, count + 1);
    System.arraycopy(scalarIds, place, ids, place + 1, count - place);
    System.arraycopy(scalarValues, place, values, place + 1, count - place);
    ids[place] = id;
    values[place] = 0;
    scalarIds = ids;
    scalarValues = values;
    return place;
  }

  private void checkDictionary(ResourceAmounts amounts) {
    if (amounts.dictionary() != dictionary()) {
      throw new IllegalArgumentException(
          "amounts (%s) belong to another cluster's dictionary".formatted(amounts));
    }
  }
}
