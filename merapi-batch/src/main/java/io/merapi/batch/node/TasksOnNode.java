package io.merapi.batch.node;

import io.merapi.api.node.KeyBits;
import io.merapi.api.session.Task;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a node by their keys, in the order of their arrival; used by one thread.
 *
 * <p>Implementation note: there is one for each node of a cluster, and most nodes have few tasks,
 * many but one. So it is a list that takes no more room until there is a second one, and only a
 * long one has a table of keys as well: a short one is faster looked through.
 */
final class TasksOnNode {

  private static final @Nullable Task[] NONE = {};

  /** From so many tasks on there is a table. */
  private static final int MANY = 16;

  private @Nullable Task first;

  /** Those behind the first. */
  private @Nullable Task[] others = NONE;

  private int size;

  /** What {@link KeyBits} says of their keys, and of some that have been there. */
  private long keys;

  /** All tasks by their keys; absent while they are few. */
  private @Nullable Map<String, Task> byKey;

  TasksOnNode() {}

  /** A copy that changes by itself. */
  TasksOnNode(TasksOnNode origin) {
    size = origin.size;
    keys = origin.keys;
    first = origin.first;
    others = size <= 1 ? NONE : Arrays.copyOf(origin.others, size - 1);
    byKey = origin.byKey == null ? null : new HashMap<>(origin.byKey);
  }

  /** The task of a key; null where there is none. */
  @Nullable Task get(String key) {
    Map<String, Task> table = byKey;
    if (table != null) {
      return table.get(key);
    }
    if (!KeyBits.mayHave(keys, key)) {
      return null;
    }
    for (int i = 0; i < size; i++) {
      if (at(i).key().equals(key)) {
        return at(i);
      }
    }
    return null;
  }

  /** Adds a task behind the others; false, and nothing is changed, where its key is known. */
  boolean add(Task task) {
    if (get(task.key()) != null) {
      return false;
    }
    if (size == 0) {
      first = task;
    } else {
      if (size > others.length) {
        others = Arrays.copyOf(others, size + 2 + size / 2);
      }
      others[size - 1] = task;
    }
    size++;
    keys |= KeyBits.of(task.key());
    if (byKey != null) {
      byKey.put(task.key(), task);
    } else if (size == MANY) {
      byKey = new HashMap<>();
      for (int i = 0; i < size; i++) {
        byKey.put(at(i).key(), at(i));
      }
    }
    return true;
  }

  /** Takes the task of a key out and gives it; null where there is none. */
  @SuppressWarnings("ReferenceEquality") // the very object is looked for
  @Nullable Task remove(String key) {
    Task task = get(key);
    if (task == null) {
      return null;
    }
    int place = 0;
    while (at(place) != task) {
      place++;
    }
    size--;
    if (place == 0) {
      first = others.length == 0 ? null : others[0];
    }
    if (size > 0) {
      int from = Math.max(place, 1);
      System.arraycopy(others, from, others, from - 1, size - from);
      others[size - 1] = null;
    }
    if (byKey != null) {
      byKey.remove(key);
    }
    if (Long.bitCount(keys) > 2 * size) {
      forgetRemovedKeys();
    }
    return task;
  }

  private void forgetRemovedKeys() {
    keys = 0;
    for (int i = 0; i < size; i++) {
      keys |= KeyBits.of(at(i).key());
    }
  }

  void clear() {
    first = null;
    Arrays.fill(others, null);
    size = 0;
    keys = 0;
    byKey = null;
  }

  /** Does something with each task; it must not add or remove any. */
  void forEach(Consumer<? super Task> action) {
    for (int i = 0; i < size; i++) {
      action.accept(at(i));
    }
  }

  /** The tasks of this moment. */
  List<Task> list() {
    var list = new Task[size];
    for (int i = 0; i < size; i++) {
      list[i] = at(i);
    }
    return List.of(list);
  }

  private Task at(int place) {
    return Objects.requireNonNull(place == 0 ? first : others[place - 1]);
  }
}
