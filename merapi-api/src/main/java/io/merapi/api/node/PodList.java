package io.merapi.api.node;

import io.merapi.api.pod.PodInfo;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An immutable list of pods, most changes of which append.
 *
 * <p>Implementation note: lists that grew out of one another share an array with room at its end.
 * {@code taken} says how much of the array somebody uses; the longest list takes the next place
 * without copying, any other one copies. So a pod more costs a few bytes however many there are,
 * and lists may be extended by several threads at once.
 */
final class PodList extends AbstractList<PodInfo> implements RandomAccess {

  static final PodList EMPTY = new PodList(new PodInfo[0], new AtomicInteger(), 0);

  private static final int LEAST_ROOM = 4;

  private final PodInfo[] places;
  private final AtomicInteger taken;
  private final int size;

  private PodList(PodInfo[] places, AtomicInteger taken, int size) {
    this.places = places;
    this.taken = taken;
    this.size = size;
  }

  private PodList(PodInfo[] places, int size) {
    this(places, new AtomicInteger(size), size);
  }

  @Override
  public PodInfo get(int position) {
    if (position >= size) {
      throw new IndexOutOfBoundsException(
          "position (%d) must be below %d".formatted(position, size));
    }
    return places[position];
  }

  @Override
  public int size() {
    return size;
  }

  /** The position of a pod by its key, or -1. */
  int find(String key) {
    for (int i = 0; i < size; i++) {
      if (places[i].key().equals(key)) {
        return i;
      }
    }
    return -1;
  }

  PodList append(PodInfo pod) {
    if (size < places.length && taken.compareAndSet(size, size + 1)) {
      places[size] = pod;
      return new PodList(places, taken, size + 1);
    }
    // Half as much again: on average appending costs the same however long the list is.
    var roomier = new PodInfo[Math.max(LEAST_ROOM, size + 1 + (size >> 1))];
    System.arraycopy(places, 0, roomier, 0, size);
    roomier[size] = pod;
    return new PodList(roomier, size + 1);
  }

  PodList without(int position) {
    if (size == 1) {
      return EMPTY;
    }
    var rest = new PodInfo[size - 1];
    System.arraycopy(places, 0, rest, 0, position);
    System.arraycopy(places, position + 1, rest, position, rest.length - position);
    return new PodList(rest, rest.length);
  }

  PodList with(int position, PodInfo pod) {
    PodInfo[] changed = Arrays.copyOf(places, size);
    changed[position] = pod;
    return new PodList(changed, size);
  }
}
