package io.merapi.batch.session;

import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.session.Task;

/**
 * What plugins keep for each task of a session; used by one thread, but that several may ask for
 * those that are there already.
 */
final class CycleStates {

  private final ByTask<CycleState> states = new ByTask<>();
  private int slots;
  private boolean complete;

  /** A new key; to be asked for while the session opens. */
  <T> CycleKey<T> key(String name, Class<T> type) {
    if (complete) {
      throw new IllegalStateException(
          "cycle key (%s) must be asked for while the session opens".formatted(name));
    }
    return new CycleKey<>(name, slots++, type);
  }

  /** The session is open: states have room for the keys so far. */
  void allKeysAreGiven() {
    complete = true;
  }

  CycleState of(Task task) {
    CycleState known = states.get(task);
    if (known == null) {
      known = new CycleState(slots);
      states.put(task, known);
    }
    return known;
  }
}
