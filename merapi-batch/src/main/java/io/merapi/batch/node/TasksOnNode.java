package io.merapi.batch.node;

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
 * <p>Implementation note: there is one for each node of a cluster, and most nodes have few tasks.
 * So it is a list that takes no room while it is empty, and only a long one has a table of keys as
 * well: a short one is faster looked through.
 */
final class TasksOnNode {

  private static final @Nullable Task[] NONE = {};

  /** From so many tasks on there is a table. */
  private static final int MANY = 16;

  private @Nullable Task[] tasks = NONE;
  private int size;

  /** All tasks by their keys; absent while they are few. */
  private @Nullable Map<String, Task> byKey;

  TasksOnNode() {}

  /** A copy that changes by itself. */
  TasksOnNode(TasksOnNode origin) {
    size = origin.size;
    tasks = size == 0 ? NONE : Arrays.copyOf(origin.tasks, size);
    byKey = origin.byKey == null ? null : new HashMap<>(origin.byKey);
  }

  /** The task of a key; null where there is none. */
  @Nullable Task get(String key) {
    Map<String, Task> table = byKey;
    if (table != null) {
      return table.get(key);
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
    if (size == tasks.length) {
      tasks = Arrays.copyOf(tasks, size + 2 + size / 2);
    }
    tasks[size++] = task;
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
    while (tasks[place] != task) {
      place++;
    }
    size--;
    System.arraycopy(tasks, place + 1, tasks, place, size - place);
    tasks[size] = null;
    if (byKey != null) {
      byKey.remove(key);
    }
    return task;
  }

  void clear() {
    Arrays.fill(tasks, 0, size, null);
    size = 0;
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
    return Objects.requireNonNull(tasks[place]);
  }
}
