package io.merapi.api.framework;

import org.jspecify.annotations.Nullable;

/**
 * What plugins keep for one pod from one extension point to the next; made new for each attempt,
 * empty but for {@link ClusterCounts} that an engine has kept. Changed by one thread at a time;
 * filters and scores may read it from several.
 */
public final class CycleState {

  private final @Nullable Object[] values;

  /**
   * @param slots how many keys the profile has handed out
   */
  public CycleState(int slots) {
    this.values = new @Nullable Object[slots];
  }

  private CycleState(@Nullable Object[] values) {
    this.values = values;
  }

  /** The value under a key; null where none was put. */
  public <T> @Nullable T get(CycleKey<T> key) {
    return key.type().cast(values[key.slot()]);
  }

  public <T> void put(CycleKey<T> key, T value) {
    values[key.slot()] = value;
  }

  /** Takes out the value under a key, if there is one. */
  public void clear(CycleKey<?> key) {
    values[key.slot()] = null;
  }

  /** An empty state with the same keys. */
  public CycleState empty() {
    return new CycleState(values.length);
  }

  /** Puts all that another state of the same keys holds; values are shared as by {@link #copy}. */
  public void putAll(CycleState other) {
    for (int i = 0; i < values.length; i++) {
      Object value = other.values[i];
      if (value != null) {
        values[i] = value instanceof Copied copied ? copied.copy() : value;
      }
    }
  }

  /**
   * A copy for a dry run. Values that implement {@link Copied} are copied, all others are shared:
   * they must not change.
   */
  public CycleState copy() {
    @Nullable Object[] copies = values.clone();
    for (int i = 0; i < copies.length; i++) {
      if (copies[i] instanceof Copied value) {
        copies[i] = value.copy();
      }
    }
    return new CycleState(copies);
  }

  /** A value that changes when pods are added or removed in a dry run. */
  public interface Copied {

    /** A value that can change without this one changing. */
    Copied copy();
  }
}
