package io.merapi.api.node;

import io.merapi.api.pod.PodInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A list of pods, most changes of which append. It changes by {@link #extend} only, which belongs
 * to the one who has made the list; all else gives another list.
 *
 * <p>Implementation note: lists that grew out of one another share an array with room at its end.
 * The longest of them takes the next place without copying; for any other one somebody is there
 * already, and it copies. So a pod more costs a few bytes however many there are, and lists may be
 * extended by several threads at once.
 */
final class PodList extends AbstractList<PodInfo> implements RandomAccess {

  static final PodList EMPTY = new PodList(new PodInfo[0], 0);

  private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(PodInfo[].class);

  private static final int LEAST_ROOM = 2;

  private @Nullable PodInfo[] places;
  private int size;

  private PodList(@Nullable PodInfo[] places, int size) {
    this.places = places;
    this.size = size;
  }

  @Override
  public PodInfo get(int position) {
    if (position >= size) {
      throw new IndexOutOfBoundsException(
          "position (%d) must be below %d".formatted(position, size));
    }
    return Objects.requireNonNull(places[position]);
  }

  @Override
  public int size() {
    return size;
  }

  /** The position of a pod by its key, or -1. */
  int find(String key) {
    for (int i = 0; i < size; i++) {
      if (get(i).key().equals(key)) {
        return i;
      }
    }
    return -1;
  }

  /** The same pods, in a list that changes by itself. */
  PodList copy() {
    return new PodList(places, size);
  }

  PodList append(PodInfo pod) {
    PodList longer = copy();
    longer.extend(pod);
    return longer;
  }

  /** Becomes longer by a pod. */
  void extend(PodInfo pod) {
    if (size == places.length || !PLACE.compareAndSet(places, size, null, pod)) {
      // Half as much again: on average appending costs the same however long the list is.
      var roomier = new @Nullable PodInfo[Math.max(LEAST_ROOM, size + 1 + (size >> 1))];
      System.arraycopy(places, 0, roomier, 0, size);
      roomier[size] = pod;
      places = roomier;
    }
    size++;
  }

  PodList without(int position) {
    var rest = new @Nullable PodInfo[size - 1];
    System.arraycopy(places, 0, rest, 0, position);
    System.arraycopy(places, position + 1, rest, position, rest.length - position);
    return new PodList(rest, rest.length);
  }

  PodList with(int position, PodInfo pod) {
    @Nullable PodInfo[] changed = Arrays.copyOf(places, size);
    changed[position] = pod;
    return new PodList(changed, size);
  }
}
