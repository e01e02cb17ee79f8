package io.merapi.batch.cycle;

/**
 * Counts the changes that no session is prepared for, and says when they are worth a preparation.
 *
 * <p>To prepare makes the jobs and nodes anew that have changed. Objects that are read at the start
 * come in no order that jobs or nodes have, so a few thousand of them concern most jobs and nodes
 * that are known. Therefore new objects are waited for until they are a quarter of all before: each
 * job is made a few times then, however large the cluster is, and little is left when all are read.
 * Changes of known objects do not become more while a cluster is read, so a replica that only
 * follows has little left to do when it takes over.
 */
final class Unprepared {

  /** Far more than there are between two sessions once a cluster is known. */
  static final int MANY = 4096;

  private int changed;
  private int added;
  private int addedBefore;

  /**
   * Counts a change.
   *
   * @param isNew whether the object was not known
   * @return whether a session should be prepared
   */
  boolean add(boolean isNew) {
    if (isNew) {
      added++;
    } else {
      changed++;
    }
    return changed >= MANY || added >= Math.max(MANY, addedBefore / 4);
  }

  /** A session has been prepared, or held. */
  void clear() {
    addedBefore += added;
    added = 0;
    changed = 0;
  }
}
