package io.merapi.batch.session;

import io.merapi.api.pod.PodInfo;
import java.util.Arrays;

/**
 * The pods that have come to nodes of a session, or left them, in order; used by one thread.
 *
 * <p>Whoever counts pods remembers how far it has read, and reads on from there.
 */
public final class PodMoves {

  private PodInfo[] pods = new PodInfo[64];

  /** Beside each pod the place of its node, or its complement where the pod left. */
  private int[] places = new int[64];

  private int size;

  void note(PodInfo pod, int place, boolean came) {
    if (size == places.length) {
      pods = Arrays.copyOf(pods, 2 * size);
      places = Arrays.copyOf(places, 2 * size);
    }
    pods[size] = pod;
    places[size++] = came ? place : ~place;
  }

  /** How many moves there were. */
  public int count() {
    return size;
  }

  /** Tells the moves since there were so many, in order. */
  public void since(int count, Follower follower) {
    for (int i = count; i < size; i++) {
      int place = places[i];
      follower.moved(pods[i], place < 0 ? ~place : place, place < 0 ? -1 : 1);
    }
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
