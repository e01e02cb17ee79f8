package io.merapi.batch.job;

import java.util.BitSet;

/**
 * Which tasks of a job have nothing left to be told, as long as nothing is to be said of them alone
 * and the job as a whole waits for the same reason.
 *
 * <p>It is the conditions of their pods that say so; a pod that changes makes a new job, which
 * knows of none.
 */
final class ToldTasks {

  private final BitSet places = new BitSet(0);
  private String message = "";

  /** The places of those that have been told something. */
  BitSet of(String said) {
    if (!said.equals(message)) {
      places.clear();
      message = said;
    }
    return places;
  }
}
