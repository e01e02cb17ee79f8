package io.merapi.batch.session;

import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import java.util.Arrays;

/**
 * A sum of amounts that come and go. What is left after some have gone is what the others add up to
 * alone, scalars that are stated included; see {@link io.merapi.api.session.Session#sumByQueue} for
 * why that is exact.
 */
final class RunningSum {

  private final ResourceDictionary dictionary;
  private double cpuMillis;
  private double memoryBytes;
  private double[] scalars = {};

  /** How many amounts state each scalar. */
  private int[] stating = {};

  RunningSum(ResourceDictionary dictionary) {
    this.dictionary = dictionary;
  }

  /** Whether an amount may come and go: one of whole numbers. */
  static boolean takes(Resources amount) {
    boolean whole = isWhole(amount.cpuMillis()) && isWhole(amount.memoryBytes());
    for (int i = 0; whole && i < amount.scalarCount(); i++) {
      whole = isWhole(amount.scalarValue(i));
    }
    return whole;
  }

  private static boolean isWhole(double value) {
    return value == Math.rint(value) && !Double.isInfinite(value);
  }

  void add(Resources amount) {
    change(amount, 1);
  }

  void subtract(Resources amount) {
    change(amount, -1);
  }

  private void change(Resources amount, int sign) {
    cpuMillis += sign * amount.cpuMillis();
    memoryBytes += sign * amount.memoryBytes();
    for (int i = 0; i < amount.scalarCount(); i++) {
      int id = amount.scalarId(i);
      if (id >= scalars.length) {
        scalars = Arrays.copyOf(scalars, dictionary.size());
        stating = Arrays.copyOf(stating, scalars.length);
      }
      scalars[id] += sign * amount.scalarValue(i);
      stating[id] += sign;
    }
  }

  /** Adds the sum to another one. */
  void addTo(ResourcesSum sum) {
    sum.addTo(ResourceDictionary.CPU, cpuMillis).addTo(ResourceDictionary.MEMORY, memoryBytes);
    for (int id = 0; id < scalars.length; id++) {
      if (stating[id] > 0) {
        sum.addTo(id, scalars[id]);
      }
    }
  }
}
