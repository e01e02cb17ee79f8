package io.merapi.batch.session;

import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import org.jspecify.annotations.Nullable;

/**
 * What a plugin keeps for each task of a session, and dry runs for the task begin with a copy of.
 *
 * <p>Implementation note: most tasks have the same as others and no dry run, so it is not in their
 * own cycle states, which then are not made at all; that of a dry run gets its copy when the plugin
 * first asks for it.
 *
 * @param <T> what is kept
 */
public final class CopiedByTask<T extends CycleState.Copied> {

  private final ByTask<T> kept = new ByTask<>();
  private final CycleKey<T> copies;

  /** To be made while the session opens. */
  public CopiedByTask(Session session, String name, Class<T> type) {
    this.copies = session.cycleKey(name, type);
  }

  /** What is kept for a task; null for nothing. */
  public @Nullable T get(Task task) {
    return kept.get(task);
  }

  /** Keeps something for a task, in the place of what was kept before. */
  public void put(Task task, T value) {
    kept.put(task, value);
  }

  /**
   * The copy of a dry run; null where nothing was kept for the task.
   *
   * @param task the one that the dry run is for
   */
  public @Nullable T in(CycleState dryRun, Task task) {
    T copy = dryRun.get(copies);
    if (copy == null) {
      T value = kept.get(task);
      if (value != null) {
        copy = copies.type().cast(value.copy());
        dryRun.put(copies, copy);
      }
    }
    return copy;
  }

  /** Gives a dry run something for a task that nothing was kept for. */
  public void putIn(CycleState dryRun, T value) {
    dryRun.put(copies, value);
  }

  /** Upstream's words where nothing was kept for a task. */
  public String missing() {
    return copies.missing();
  }
}
