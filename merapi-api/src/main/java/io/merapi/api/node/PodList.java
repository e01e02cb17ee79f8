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
 * extended by several threads at once. Many a node has one pod only, which needs no array.
 */
final class PodList extends AbstractList<PodInfo> implements RandomAccess {

  static final PodList EMPTY = new PodList(new @Nullable PodInfo[0], 0);

  private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(PodInfo[].class);

  private static final int LEAST_ROOM = 4;

  /** The one pod itself where there is no other, else an array that begins with the pods. */
  private Object places;

  private int size;

  private PodList(Object places, int size) {
    this.places = places;
    this.size = size;
  }

  @Override
  public PodInfo get(int position) {
    if (position >= size) {
      throw new IndexOutOfBoundsException(
          "position (%d) must be below %d".formatted(position, size));
    }
    return places instanceof PodInfo only ? only : Objects.requireNonNull(array()[position]);
  }

  private @Nullable PodInfo[] array() {
    return (@Nullable PodInfo[]) places;
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
    if (size == 0) {
      places = pod;
    } else if (size == 1
        || size == array().length
        || !PLACE.compareAndSet(array(), size, null, pod)) {
      places = roomier(pod);
    }
    size++;
  }

  /** A new array with one pod more. */
  private @Nullable PodInfo[] roomier(PodInfo pod) {
    // Half as much again: on average appending costs the same however long the list is.
    var roomier = new @Nullable PodInfo[Math.max(LEAST_ROOM, size + 1 + (size >> 1))];
    if (places instanceof PodInfo only) {
      roomier[0] = only;
    } else {
      System.arraycopy(array(), 0, roomier, 0, size);
    }
    roomier[size] = pod;
    return roomier;
  }

  PodList without(int position) {
    if (size == 1) {
      return EMPTY.copy();
    }
    var rest = new @Nullable PodInfo[size - 1];
    System.arraycopy(array(), 0, rest, 0, position);
    System.arraycopy(array(), position + 1, rest, position, rest.length - position);
    return rest.length == 1 ? only(rest[0]) : new PodList(rest, rest.length);
  }

  PodList with(int position, PodInfo pod) {
    if (size == 1) {
      return only(pod);
    }
    @Nullable PodInfo[] changed = Arrays.copyOf(array(), size);
    changed[position] = pod;
    return new PodList(changed, size);
  }

  private static PodList only(@Nullable PodInfo pod) {
    return new PodList(Objects.requireNonNull(pod), 1);
  }
}
