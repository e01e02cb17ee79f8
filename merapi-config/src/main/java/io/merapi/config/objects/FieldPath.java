package io.merapi.config.objects;

import java.util.Arrays;

/** Where a reader is inside an object, as complaints name it: {@code spec.tasks[2].name}. */
final class FieldPath {

  private static final int FIELD = -1;

  private String[] names = new String[16];

  /** At each depth the position in a list, or that it is a field, which goes by its name. */
  private int[] positions = new int[16];

  private int depth;

  /** Goes into an object or a list, before its first field or item. */
  void enter() {
    if (depth == names.length) {
      names = Arrays.copyOf(names, depth * 2);
      positions = Arrays.copyOf(positions, depth * 2);
    }
    names[depth] = "";
    positions[depth] = FIELD;
    depth++;
  }

  void leave() {
    depth--;
  }

  void atField(String name) {
    names[depth - 1] = name;
    positions[depth - 1] = FIELD;
  }

  void atNextItem() {
    positions[depth - 1]++;
  }

  @Override
  public String toString() {
    var path = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      if (positions[i] != FIELD) {
        path.append('[').append(positions[i]).append(']');
      } else if (!names[i].isEmpty()) {
        path.append(path.isEmpty() ? "" : ".").append(names[i]);
      }
    }
    return path.toString();
  }
}
