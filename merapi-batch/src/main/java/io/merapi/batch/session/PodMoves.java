package io.merapi.batch.session;

import io.merapi.api.pod.PodInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * The pods that have come to nodes of a session, or left them, in order; used by one thread.
 *
 * <p>Whoever counts pods remembers how far it has read, and reads on from there.
 *
 * <p>Implementation note: a list of short arrays, for one long array would be copied again and
 * again while it grows.
 */
public final class PodMoves {

  private static final int PART = 128;

  private final List<Part> parts = new ArrayList<>();
  private int size;

  void note(PodInfo pod, int place, boolean came) {
    if (size % PART == 0) {
      parts.add(new Part());
    }
    Part last = parts.getLast();
    last.pods[size % PART] = pod;
    last.places[size % PART] = came ? place : ~place;
    size++;
  }

  /** How many moves there were. */
  public int count() {
    return size;
  }

  /** Tells the moves since there were so many, in order. */
  public void since(int count, Follower follower) {
    for (int i = count; i < size; i++) {
      Part part = parts.get(i / PART);
      int place = part.places[i % PART];
      follower.moved(part.pods[i % PART], place < 0 ? ~place : place, place < 0 ? -1 : 1);
    }
  }

  /** Some moves in a row. */
  private static final class Part {

    final PodInfo[] pods = new PodInfo[PART];

    /** Beside each pod the place of its node, or its complement where the pod left. */
    final int[] places = new int[PART];
  }

  /** What is done with a pod that came or left. */
  @FunctionalInterface
  public interface Follower {

    /**
     * Called for a move.
     *
     * @param place of the node in the session's list
     * @param difference 1 if the pod came, -1 if it left
     */
    void moved(PodInfo pod, int place, int difference);
  }
}
