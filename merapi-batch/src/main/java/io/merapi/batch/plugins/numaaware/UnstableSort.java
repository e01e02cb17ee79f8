package io.merapi.batch.plugins.numaaware;

import java.util.Collections;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Sorts a list step by step as Go's {@code sort.Slice} does.
 *
 * <p>Sorting with another algorithm would do if the order were one; but the order that upstream
 * sorts free cores by contradicts itself (of two cores, each can come before the other), so the
 * outcome is whatever the algorithm makes of it.
 *
 * <p>Implementation note: a pattern-defeating quicksort. Up to twelve elements are sorted by
 * insertion. More are divided at a median of three or, from fifty on, of three medians; a range
 * that seems sorted is tried by insertion first; unbalanced divisions shuffle a few elements, and
 * too many of them lead to a heap sort.
 */
final class UnstableSort<T> {

  private static final int BY_INSERTION = 12;
  private static final int BY_THREE_MEDIANS = 50;
  private static final int SWAPS_OF_REVERSED = 12;
  private static final int REPAIRS = 5;

  private final List<T> data;
  private final BiPredicate<T, T> order;

  private UnstableSort(List<T> data, BiPredicate<T, T> order) {
    this.data = data;
    this.order = order;
  }

  /**
   * Sorts in place.
   *
   * @param order whether one element comes before another
   */
  static <T> void sort(List<T> data, BiPredicate<T, T> order) {
    int badDivisions = Integer.SIZE - Integer.numberOfLeadingZeros(data.size());
    new UnstableSort<>(data, order).sort(0, data.size(), badDivisions);
  }

  private void sort(int from, int to, int badDivisionsLeft) {
    int a = from;
    int b = to;
    int limit = badDivisionsLeft;
    boolean balanced = true;
    boolean divided = true;
    while (b - a > BY_INSERTION) {
      if (limit == 0) {
        heapSort(a, b);
        return;
      }
      if (!balanced) {
        shuffle(a, b);
        limit--;
      }
      var pivot = new Pivot(a, b);
      if (pivot.swaps == SWAPS_OF_REVERSED) {
        reverse(a, b);
        pivot.place = b - 1 - (pivot.place - a);
        pivot.swaps = 0;
      }
      if (balanced && divided && pivot.swaps == 0 && repair(a, b)) {
        return;
      }
      if (a > 0 && !before(a - 1, pivot.place)) {
        a = divideEqual(a, b, pivot.place);
        continue;
      }
      swap(a, pivot.place);
      divided = isDivided(a, b);
      int middle = divide(a, b);
      int smaller = Math.min(middle - a, b - middle);
      balanced = smaller >= (b - a) / 8;
      if (middle - a < b - middle) {
        sort(a, middle, limit);
        a = middle + 1;
      } else {
        sort(middle + 1, b, limit);
        b = middle;
      }
    }
    insertionSort(a, b);
  }

  private void insertionSort(int a, int b) {
    for (int i = a + 1; i < b; i++) {
      for (int j = i; j > a && before(j, j - 1); j--) {
        swap(j, j - 1);
      }
    }
  }

  private void heapSort(int a, int b) {
    int size = b - a;
    for (int i = (size - 1) / 2; i >= 0; i--) {
      siftDown(a, i, size);
    }
    for (int i = size - 1; i >= 0; i--) {
      swap(a, a + i);
      siftDown(a, 0, i);
    }
  }

  private void siftDown(int a, int start, int size) {
    int root = start;
    for (int child = 2 * root + 1; child < size; child = 2 * root + 1) {
      if (child + 1 < size && before(a + child, a + child + 1)) {
        child++;
      }
      if (!before(a + root, a + child)) {
        return;
      }
      swap(a + root, a + child);
      root = child;
    }
  }

  /** Whether all that come before the pivot, at the beginning, stand before all others already. */
  private boolean isDivided(int a, int b) {
    int i = a + 1;
    int j = b - 1;
    while (i <= j && before(i, a)) {
      i++;
    }
    while (i <= j && !before(j, a)) {
      j--;
    }
    return i > j;
  }

  /** Moves what comes before the pivot, at the beginning, in front of it; gives its new place. */
  private int divide(int a, int b) {
    int i = a + 1;
    int j = b - 1;
    while (true) {
      while (i <= j && before(i, a)) {
        i++;
      }
      while (i <= j && !before(j, a)) {
        j--;
      }
      if (i > j) {
        swap(j, a);
        return j;
      }
      swap(i++, j--);
    }
  }

  /** Moves what equals the pivot to the beginning; gives the place after it. */
  private int divideEqual(int a, int b, int pivot) {
    swap(a, pivot);
    int i = a + 1;
    int j = b - 1;
    while (true) {
      while (i <= j && !before(a, i)) {
        i++;
      }
      while (i <= j && before(a, j)) {
        j--;
      }
      if (i > j) {
        return i;
      }
      swap(i++, j--);
    }
  }

  /** Sorts a range where little is amiss; says whether it is sorted then. */
  private boolean repair(int a, int b) {
    int i = a + 1;
    for (int repairs = 0; repairs < REPAIRS; repairs++) {
      while (i < b && !before(i, i - 1)) {
        i++;
      }
      if (i == b) {
        return true;
      }
      if (b - a < BY_THREE_MEDIANS) {
        return false;
      }
      swap(i, i - 1);
      if (i - a >= 2) {
        for (int j = i - 1; j >= 1 && before(j, j - 1); j--) {
          swap(j, j - 1);
        }
      }
      if (b - i >= 2) {
        for (int j = i + 1; j < b && before(j, j - 1); j++) {
          swap(j, j - 1);
        }
      }
    }
    return false;
  }

  /** Swaps three elements of the middle with others, the same ones for a length every time. */
  private void shuffle(int a, int b) {
    int length = b - a;
    long random = length;
    long mask = Long.highestOneBit(length) * 2 - 1;
    int middle = a + length / 4 * 2;
    for (int place = middle - 1; place <= middle + 1; place++) {
      random ^= random << 13;
      random ^= random >>> 7;
      random ^= random << 17;
      int other = (int) (random & mask);
      swap(place, a + (other >= length ? other - length : other));
    }
  }

  private void reverse(int a, int b) {
    for (int i = a, j = b - 1; i < j; i++, j--) {
      swap(i, j);
    }
  }

  private boolean before(int left, int right) {
    return order.test(data.get(left), data.get(right));
  }

  private void swap(int left, int right) {
    Collections.swap(data, left, right);
  }

  /** The place to divide a range at, and how many pairs were out of order when it was chosen. */
  private final class Pivot {

    int place;
    int swaps;

    Pivot(int a, int b) {
      int quarter = (b - a) / 4;
      boolean many = b - a >= BY_THREE_MEDIANS;
      int first = a + quarter;
      int second = a + quarter * 2;
      int third = a + quarter * 3;
      this.place =
          median(
              many ? median(first - 1, first, first + 1) : first,
              many ? median(second - 1, second, second + 1) : second,
              many ? median(third - 1, third, third + 1) : third);
    }

    private int median(int left, int middle, int right) {
      int least = left;
      int median = middle;
      if (before(median, least)) {
        swaps++;
        least = middle;
        median = left;
      }
      if (before(right, median)) {
        swaps++;
        median = right;
      }
      if (before(median, least)) {
        swaps++;
        median = least;
      }
      return median;
    }
  }
}
