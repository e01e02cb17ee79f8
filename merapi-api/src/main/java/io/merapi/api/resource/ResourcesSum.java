package io.merapi.api.resource;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A running total of {@link Resources}, for loops that would otherwise make a new value at each
 * step, and for owners of sums that change often. Not safe for use by several threads, but that
 * several may look at it while nobody changes it.
 *
 * <p>Implementation note: it is its own view. Every node, job and queue of a session has some, so
 * an object for the total and one for its owner would be one too many.
 */
public final class ResourcesSum extends Resources {

  public ResourcesSum(ResourceDictionary dictionary) {
    super(dictionary);
  }

  /** Starts from these amounts, their greatest number of tasks included. */
  ResourcesSum(Resources start) {
    super(start);
  }

  /** Upstream's {@code helpers.Max}. */
  static ResourcesSum greaterOfPositive(Resources left, Resources right) {
    var greater = new ResourcesSum(left.dictionary());
    if (left.scalarsStated() || right.scalarsStated()) {
      greater.stateScalars();
    }
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      greater.set(id, Math.max(left.get(id), right.get(id)));
    }
    for (Resources side : List.of(left, right)) {
      for (int i = 0; i < side.scalarCount(); i++) {
        int id = side.scalarId(i);
        if (side.scalarValue(i) >= 0) {
          greater.set(id, Math.max(side.scalarValue(i), greater.get(id)));
        }
      }
    }
    return greater;
  }

  /** Adds what a list states, as {@link Resources#of} reads it. */
  public ResourcesSum add(ResourceList list, Set<String> ignoredDevices) {
    for (int i = 0; i < list.size(); i++) {
      Quantity amount = list.amount(i);
      String name = list.name(i);
      switch (name) {
        case ResourceNames.CPU -> addTo(ResourceDictionary.CPU, (double) amount.milliValue());
        case ResourceNames.MEMORY -> addTo(ResourceDictionary.MEMORY, (double) amount.value());
        case ResourceNames.PODS -> {
          maxTasks += amount.value();
          addTo(ResourceDictionary.PODS, (double) amount.value());
        }
        case ResourceNames.EPHEMERAL_STORAGE ->
            addTo(ResourceDictionary.EPHEMERAL_STORAGE, (double) amount.milliValue());
        default -> {
          int id = ResourceNames.isObjectCount(name) ? -1 : dictionary().scalarIndex(name);
          if (id >= 0 && !ignoredDevices.contains(name)) {
            addTo(id, (double) amount.milliValue());
          }
        }
      }
    }
    return this;
  }

  /** Upstream's {@code Add}. */
  public ResourcesSum add(Resources other) {
    check(other);
    stateAndChange(other, 1);
    return this;
  }

  private void stateAndChange(Resources other, int sign) {
    if (!hasAllScalarsOf(other)) {
      stateAll(other.ids);
    }
    change(other, sign);
  }

  private void stateAll(int[] others) {
    if (ids.length == 0) {
      ids = others;
      values = new double[others.length];
      return;
    }
    for (int id : others) {
      state(id);
    }
  }

  /** Upstream's {@code SubWithoutAssert}: scalars are left out where none are stated here. */
  public ResourcesSum subtract(Resources other) {
    check(other);
    if (scalarsStated()) {
      stateAndChange(other, -1);
    } else {
      cpuMillis -= other.cpuMillis;
      memoryBytes -= other.memoryBytes;
    }
    return this;
  }

  /** Upstream's {@code FitDelta}. */
  ResourcesSum subtractRequested(Resources request) {
    check(request);
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      if (request.get(id) > 0) {
        addTo(id, -(request.get(id) + Resources.EPSILON));
      }
    }
    stateScalars();
    for (int i = 0; i < request.scalarCount(); i++) {
      if (request.scalarValue(i) > 0) {
        addTo(request.scalarId(i), -(request.scalarValue(i) + Resources.EPSILON));
      }
    }
    return this;
  }

  /** Upstream's {@code SetMaxResource}. */
  public ResourcesSum atLeast(Resources other) {
    check(other);
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      if (other.get(id) > get(id)) {
        set(id, other.get(id));
      }
    }
    for (int i = 0; i < other.scalarCount(); i++) {
      int id = other.scalarId(i);
      if (!hasScalar(id) || other.scalarValue(i) > get(id)) {
        set(id, other.scalarValue(i));
      }
    }
    return this;
  }

  /** Sets the amount of one resource; upstream's {@code SetScalar} for scalars. */
  public ResourcesSum set(int id, double amount) {
    switch (id) {
      case ResourceDictionary.CPU -> cpuMillis = amount;
      case ResourceDictionary.MEMORY -> memoryBytes = amount;
      default -> {
        int position = state(id);
        values[position] = amount;
      }
    }
    return this;
  }

  /** Adds to one resource; upstream's {@code AddScalar} for scalars. */
  public ResourcesSum addTo(int id, double amount) {
    return set(id, get(id) + amount);
  }

  /** The position of a scalar; one that is not there comes in with amount 0. */
  private int state(int id) {
    int known = position(id);
    if (known >= 0) {
      return known;
    }
    int count = ids.length;
    int place = 0;
    while (place < count && ids[place] < id) {
      place++;
    }
    int[] moreIds = Arrays.copyOf(ids, count + 1);
    double[] moreValues = Arrays.copyOf(values, count + 1);
    System.arraycopy(ids, place, moreIds, place + 1, count - place);
    System.arraycopy(values, place, moreValues, place + 1, count - place);
    moreIds[place] = id;
    moreValues[place] = 0;
    ids = moreIds;
    values = moreValues;
    return place;
  }

  /** Makes the list of scalars a stated one, if only an empty one. */
  public ResourcesSum stateScalars() {
    if (!scalarsStated()) {
      ids = NO_IDS;
    }
    return this;
  }

  /** Starts again from nothing. */
  public ResourcesSum clear() {
    return set(Resources.none(dictionary()));
  }

  /** Starts again from these amounts, their greatest number of tasks included. */
  public ResourcesSum set(Resources start) {
    check(start);
    cpuMillis = start.cpuMillis;
    memoryBytes = start.memoryBytes;
    maxTasks = start.maxTasks;
    ids = start.ids;
    if (values.length == start.values.length) {
      System.arraycopy(start.values, 0, values, 0, start.values.length);
    } else {
      values = start.values.length == 0 ? NO_VALUES : start.values.clone();
    }
    return this;
  }

  /** The total of this moment. */
  public Resources toResources() {
    return copy();
  }

  /**
   * The total as it is whenever somebody looks: it follows this sum. So it is a value once nobody
   * has the sum any more.
   */
  public Resources view() {
    return this;
  }

  private void check(Resources other) {
    if (other.dictionary() != dictionary()) {
      throw new IllegalArgumentException(
          "resources (%s) belong to another cluster's dictionary".formatted(other));
    }
  }
}
