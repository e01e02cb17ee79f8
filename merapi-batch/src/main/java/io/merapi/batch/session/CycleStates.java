package io.merapi.batch.session;

import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.session.Task;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What plugins keep for each task of a session; used by one thread, but that several may ask for
 * those that are there already.
 */
final class CycleStates {

  private final Map<Task, CycleState> states = new HashMap<>();
  private int slots;
  private boolean complete;

  /** The task that was asked for last: plugins do so over and over before the next has its turn. */
  private @Nullable Latest latest;

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
    Latest last = latest;
    if (last == null || !last.task.equals(task)) {
      CycleState known = states.get(task);
      if (known == null) {
        known = new CycleState(slots);
        states.put(task, known);
      }
      last = new Latest(task, known);
      latest = last;
    }
    return last.state;
  }

  /** One object, so that no thread ever sees a task with the state of another. */
  private record Latest(Task task, CycleState state) {}
}
