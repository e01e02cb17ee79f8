package io.merapi.batch.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * A binary heap whose order may change while things are in it.
 *
 * <p>Orders of plugins go by shares that move with every allocation, so which element comes next
 * depends on how the heap is built. It is built step by step as Go's {@code container/heap} does
 * it, which is what upstream's priority queues are made of.
 *
 * @param <T> what is ordered
 */
public final class OrderedHeap<T> {

  private final BiPredicate<? super T, ? super T> before;
  private final List<T> items;

  /**
   * An empty heap.
   *
   * @param before whether the first comes out before the second
   */
  public OrderedHeap(BiPredicate<? super T, ? super T> before) {
    this(before, new ArrayList<>());
  }

  /** An empty heap with room for some elements. */
  public OrderedHeap(BiPredicate<? super T, ? super T> before, int room) {
    this(before, new ArrayList<>(room));
  }

  private OrderedHeap(BiPredicate<? super T, ? super T> before, List<T> items) {
    this.before = before;
    this.items = items;
  }

  /**
   * A heap with elements in given places.
   *
   * @param places the {@link #places} of one that was ordered in the same way
   */
  public static <T> OrderedHeap<T> restored(
      BiPredicate<? super T, ? super T> before, List<T> places) {
    return new OrderedHeap<>(before, new ArrayList<>(places));
  }

  /** The elements as they stand. */
  public List<T> places() {
    return Collections.unmodifiableList(new ArrayList<>(items));
  }

  /** The same elements in the same places. */
  public OrderedHeap<T> copy() {
    return new OrderedHeap<>(before, new ArrayList<>(items));
  }

  public boolean isEmpty() {
    return items.isEmpty();
  }

  public int size() {
    return items.size();
  }

  /** Does something with each element, in no particular order. */
  public void forEach(Consumer<? super T> action) {
    items.forEach(action);
  }

  public void push(T item) {
    items.add(item);
    up(items.size() - 1);
  }

  /**
   * Takes out the first.
   *
   * @throws java.util.NoSuchElementException if the heap is empty
   */
  public T pop() {
    int last = items.size() - 1;
    if (last > 0) {
      Collections.swap(items, 0, last);
      down(0, last);
    }
    return items.removeLast();
  }

  private void up(int start) {
    int child = start;
    while (child > 0) {
      int parent = (child - 1) / 2;
      if (!before.test(items.get(child), items.get(parent))) {
        return;
      }
      Collections.swap(items, parent, child);
      child = parent;
    }
  }

  private void down(int start, int size) {
    int parent = start;
    while (2 * parent + 1 < size) {
      int child = 2 * parent + 1;
      if (child + 1 < size && before.test(items.get(child + 1), items.get(child))) {
        child++;
      }
      if (!before.test(items.get(child), items.get(parent))) {
        return;
      }
      Collections.swap(items, parent, child);
      parent = child;
    }
  }
}
