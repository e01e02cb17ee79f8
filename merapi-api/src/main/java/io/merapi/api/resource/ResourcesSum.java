package io.merapi.api.resource;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A running total of {@link Resources}, for loops that would otherwise make a new value at each
 * step, and for owners of sums that change often. Not safe for use by several threads, but that
 * several may look at it while nobody changes it.
 */
public final class ResourcesSum {

  private final Resources total;

  public ResourcesSum(ResourceDictionary dictionary) {
    this.total = Resources.nothing(dictionary);
  }

  /** Starts from these amounts, their greatest number of tasks included. */
  ResourcesSum(Resources start) {
    this.total = start.copy();
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
          total.maxTasks += amount.value();
          addTo(ResourceDictionary.PODS, (double) amount.value());
        }
        case ResourceNames.EPHEMERAL_STORAGE ->
            addTo(ResourceDictionary.EPHEMERAL_STORAGE, (double) amount.milliValue());
        default -> {
          int id = ResourceNames.isObjectCount(name) ? -1 : total.dictionary().scalarIndex(name);
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
    change(other, 1);
    return this;
  }

  private void change(Resources other, int sign) {
    if (!total.hasAllScalarsOf(other)) {
      for (int id : other.ids) {
        state(id);
      }
    }
    total.change(other, sign);
  }

  /** Upstream's {@code SubWithoutAssert}: scalars are left out where none are stated here. */
  public ResourcesSum subtract(Resources other) {
    check(other);
    if (total.scalarsStated()) {
      change(other, -1);
    } else {
      total.cpuMillis -= other.cpuMillis;
      total.memoryBytes -= other.memoryBytes;
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
      if (other.get(id) > total.get(id)) {
        set(id, other.get(id));
      }
    }
    for (int i = 0; i < other.scalarCount(); i++) {
      int id = other.scalarId(i);
      if (!total.hasScalar(id) || other.scalarValue(i) > total.get(id)) {
        set(id, other.scalarValue(i));
      }
    }
    return this;
  }

  /** The amount of a resource by its number in the dictionary. */
  public double get(int id) {
    return total.get(id);
  }

  /** Sets the amount of one resource; upstream's {@code SetScalar} for scalars. */
  public ResourcesSum set(int id, double amount) {
    switch (id) {
      case ResourceDictionary.CPU -> total.cpuMillis = amount;
      case ResourceDictionary.MEMORY -> total.memoryBytes = amount;
      default -> {
        int position = state(id);
        total.values[position] = amount;
      }
    }
    return this;
  }

  /** Adds to one resource; upstream's {@code AddScalar} for scalars. */
  public ResourcesSum addTo(int id, double amount) {
    return set(id, total.get(id) + amount);
  }

  /** The position of a scalar; one that is not there comes in with amount 0. */
  private int state(int id) {
    total.scalarsStated = true;
    int known = total.position(id);
    if (known >= 0) {
      return known;
    }
    int count = total.ids.length;
    int place = 0;
    while (place < count && total.ids[place] < id) {
      place++;
    }
    int[] ids = Arrays.copyOf(total.ids, count + 1);
    double[] values = Arrays.copyOf(total.values, count + 1);
    System.arraycopy(total.ids, place, ids, place + 1, count - place);
    System.arraycopy(total.values, place, values, place + 1, count - place);
    ids[place] = id;
    values[place] = 0;
    total.ids = ids;
    total.values = values;
    return place;
  }

  /** Makes the list of scalars a stated one, if only an empty one. */
  public ResourcesSum stateScalars() {
    total.scalarsStated = true;
    return this;
  }

  /** Starts again from nothing. */
  public ResourcesSum clear() {
    return set(Resources.none(total.dictionary()));
  }

  /** Starts again from these amounts, their greatest number of tasks included. */
  public ResourcesSum set(Resources start) {
    check(start);
    total.cpuMillis = start.cpuMillis;
    total.memoryBytes = start.memoryBytes;
    total.maxTasks = start.maxTasks;
    total.scalarsStated = start.scalarsStated;
    total.ids = start.ids;
    if (total.values.length == start.values.length) {
      System.arraycopy(start.values, 0, total.values, 0, start.values.length);
    } else {
      total.values = start.values.clone();
    }
    return this;
  }

  /** The total of this moment. */
  public Resources toResources() {
    return total.copy();
  }

  /**
   * The total as it is whenever somebody looks: it follows this sum. So it is a value once nobody
   * has the sum any more.
   */
  public Resources view() {
    return total;
  }

  private void check(Resources other) {
    if (other.dictionary() != total.dictionary()) {
      throw new IllegalArgumentException(
          "resources (%s) belong to another cluster's dictionary".formatted(other));
    }
  }
}
