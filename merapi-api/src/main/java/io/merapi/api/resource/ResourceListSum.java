package io.merapi.api.resource;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A running combination of {@link ResourceList}s, exact and sorted by name. Not safe for use by
 * several threads.
 */
public final class ResourceListSum {

  private String[] names = new String[4];
  private Quantity[] amounts = new Quantity[4];
  private int size;

  /** Adds each amount of a list to the one under the same name. */
  public ResourceListSum add(ResourceList list) {
    for (int i = 0; i < list.size(); i++) {
      int position = Arrays.binarySearch(names, 0, size, list.name(i));
      if (position >= 0) {
        amounts[position] = amounts[position].plus(list.amount(i));
      } else {
        insert(-position - 1, list.name(i), list.amount(i));
      }
    }
    return this;
  }

  /** Takes over each amount of a list that is missing here or greater than the one here. */
  public ResourceListSum atLeast(ResourceList list) {
    for (int i = 0; i < list.size(); i++) {
      int position = Arrays.binarySearch(names, 0, size, list.name(i));
      if (position < 0) {
        insert(-position - 1, list.name(i), list.amount(i));
      } else if (list.amount(i).compareTo(amounts[position]) > 0) {
        amounts[position] = list.amount(i);
      }
    }
    return this;
  }

  /** Sets one amount. */
  public ResourceListSum put(String name, Quantity amount) {
    int position = Arrays.binarySearch(names, 0, size, name);
    if (position < 0) {
      insert(-position - 1, name, amount);
    } else {
      amounts[position] = amount;
    }
    return this;
  }

  public @Nullable Quantity get(String name) {
    int position = Arrays.binarySearch(names, 0, size, name);
    return position < 0 ? null : amounts[position];
  }

  public ResourceList toList() {
    return size == 0
        ? ResourceList.EMPTY
        : new ResourceList(Arrays.copyOf(names, size), Arrays.copyOf(amounts, size));
  }

  private void insert(int position, String name, Quantity amount) {
    if (size == names.length) {
      names = Arrays.copyOf(names, size * 2);
      amounts = Arrays.copyOf(amounts, size * 2);
    }
    System.arraycopy(names, position, names, position + 1, size - position);
    System.arraycopy(amounts, position, amounts, position + 1, size - position);
    names[position] = name;
    amounts[position] = amount;
    size++;
  }
}
