package io.merapi.api.resource;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A running total of {@link Resources}, for loops that would otherwise make a new value at each
 * step. Not safe for use by several threads.
 */
public final class ResourcesSum {

  private final ResourceDictionary dictionary;
  private double[] values;
  private boolean[] present;
  private int presentCount;
  private boolean scalarsStated;
  private long maxTasks;

  public ResourcesSum(ResourceDictionary dictionary) {
    this.dictionary = dictionary;
    this.values = new double[dictionary.size()];
    this.present = new boolean[values.length];
  }

  /** Starts from these amounts, their greatest number of tasks included. */
  ResourcesSum(Resources start) {
    this(start.dictionary());
    values[ResourceDictionary.CPU] = start.cpuMillis();
    values[ResourceDictionary.MEMORY] = start.memoryBytes();
    for (int i = 0; i < start.scalarCount(); i++) {
      set(start.scalarId(i), start.scalarValue(i));
    }
    scalarsStated = start.scalarsStated();
    maxTasks = start.maxTasks();
  }

  /** Upstream's {@code helpers.Max}. */
  static ResourcesSum greaterOfPositive(Resources left, Resources right) {
    var greater = new ResourcesSum(left.dictionary());
    greater.scalarsStated = left.scalarsStated() || right.scalarsStated();
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
        case ResourceNames.CPU -> values[ResourceDictionary.CPU] += (double) amount.milliValue();
        case ResourceNames.MEMORY -> values[ResourceDictionary.MEMORY] += (double) amount.value();
        case ResourceNames.PODS -> {
          maxTasks += amount.value();
          addTo(ResourceDictionary.PODS, (double) amount.value());
        }
        case ResourceNames.EPHEMERAL_STORAGE ->
            addTo(ResourceDictionary.EPHEMERAL_STORAGE, (double) amount.milliValue());
        default -> {
          int id = ResourceNames.isObjectCount(name) ? -1 : dictionary.scalarIndex(name);
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
    values[ResourceDictionary.CPU] += other.cpuMillis();
    values[ResourceDictionary.MEMORY] += other.memoryBytes();
    for (int i = 0; i < other.scalarCount(); i++) {
      addTo(other.scalarId(i), other.scalarValue(i));
    }
    return this;
  }

  /** Upstream's {@code SubWithoutAssert}: scalars are left out where none are stated here. */
  public ResourcesSum subtract(Resources other) {
    check(other);
    values[ResourceDictionary.CPU] -= other.cpuMillis();
    values[ResourceDictionary.MEMORY] -= other.memoryBytes();
    if (scalarsStated) {
      for (int i = 0; i < other.scalarCount(); i++) {
        addTo(other.scalarId(i), -other.scalarValue(i));
      }
    }
    return this;
  }

  /** Upstream's {@code FitDelta}. */
  ResourcesSum subtractRequested(Resources request) {
    check(request);
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      if (request.get(id) > 0) {
        values[id] -= request.get(id) + Resources.EPSILON;
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
      if (other.get(id) > values[id]) {
        values[id] = other.get(id);
      }
    }
    for (int i = 0; i < other.scalarCount(); i++) {
      int id = other.scalarId(i);
      if (!has(id) || other.scalarValue(i) > values[id]) {
        set(id, other.scalarValue(i));
      }
    }
    return this;
  }

  /** The amount of a resource by its number in the dictionary. */
  public double get(int id) {
    return id < values.length ? values[id] : 0;
  }

  /** Sets the amount of one resource; upstream's {@code SetScalar} for scalars. */
  public ResourcesSum set(int id, double amount) {
    if (id > ResourceDictionary.MEMORY) {
      state(id);
    }
    values[id] = amount;
    return this;
  }

  /** Makes the list of scalars a stated one, if only an empty one. */
  public ResourcesSum stateScalars() {
    scalarsStated = true;
    return this;
  }

  /** Starts again from nothing. */
  public ResourcesSum clear() {
    Arrays.fill(values, 0);
    Arrays.fill(present, false);
    presentCount = 0;
    scalarsStated = false;
    maxTasks = 0;
    return this;
  }

  public Resources toResources() {
    int[] ids = new int[presentCount];
    double[] amounts = new double[presentCount];
    int next = 0;
    for (int id = 0; next < presentCount; id++) {
      if (present[id]) {
        ids[next] = id;
        amounts[next++] = values[id];
      }
    }
    return new Resources(
        dictionary,
        values[ResourceDictionary.CPU],
        values[ResourceDictionary.MEMORY],
        maxTasks,
        scalarsStated,
        ids,
        amounts);
  }

  /** Adds to one scalar; upstream's {@code AddScalar}. */
  public ResourcesSum addTo(int id, double amount) {
    if (id > ResourceDictionary.MEMORY) {
      state(id);
    }
    values[id] += amount;
    return this;
  }

  private boolean has(int id) {
    return id < present.length && present[id];
  }

  private void state(int id) {
    if (id >= values.length) {
      values = Arrays.copyOf(values, dictionary.size());
      present = Arrays.copyOf(present, values.length);
    }
    scalarsStated = true;
    if (!present[id]) {
      present[id] = true;
      presentCount++;
    }
  }

  private void check(Resources other) {
    if (other.dictionary() != dictionary) {
      throw new IllegalArgumentException(
          "resources (%s) belong to another cluster's dictionary".formatted(other));
    }
  }
}
