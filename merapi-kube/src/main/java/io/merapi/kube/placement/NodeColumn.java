package io.merapi.kube.placement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One number per node index; grows as needed. Used by one thread.
 *
 * <p>Implementation note: there is a column for each class of pods and plugin, so their size is
 * what counts. All numbers of a column take as many bytes as the greatest of them needs: one, two,
 * four or eight. Scores take one, and those of a plugin that has nothing to say take none.
 */
public final class NodeColumn {

  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final long absent;
  private byte[] values = {};

  /** How many numbers there is room for. */
  private int length;

  /** How many numbers there will be room for as soon as there is one. */
  private int reserved;

  /** A number takes two to the power of this bytes. */
  private int width;

  /**
   * @param absent the value of every node that none was set for
   */
  public NodeColumn(long absent) {
    this.absent = absent;
    this.width = widthOf(absent);
  }

  private static int widthOf(long value) {
    if (value == (byte) value) {
      return 0;
    }
    if (value == (short) value) {
      return 1;
    }
    return value == (int) value ? 2 : 3;
  }

  public long get(int node) {
    return node < length ? read(values, width, node) : absent;
  }

  public void set(int node, long value) {
    if (node >= length) {
      if (value == absent) {
        return;
      }
      int longer = Math.max(reserved, length + length / 2);
      resize(Math.max(node + 1, longer), Math.max(width, widthOf(value)));
    } else if (widthOf(value) > width) {
      resize(length, widthOf(value));
    }
    write(values, width, node, value);
  }

  /** Makes room for so many nodes at once, when the first of them has a number. */
  public void reserve(int nodes) {
    reserved = Math.max(reserved, nodes);
  }

  /** For how many numbers there is room, or will be. */
  int room() {
    return Math.max(reserved, length);
  }

  /** Forgets all numbers, but keeps the room for them. */
  void clear() {
    for (int node = 0; node < length; node++) {
      write(values, width, node, absent);
    }
  }

  private void resize(int longer, int wider) {
    byte[] resized = new byte[longer << wider];
    for (int node = 0; node < longer; node++) {
      write(resized, wider, node, get(node));
    }
    values = resized;
    length = longer;
    width = wider;
  }

  private static long read(byte[] values, int width, int node) {
    return switch (width) {
      case 0 -> values[node];
      case 1 -> (short) SHORTS.get(values, node << 1);
      case 2 -> (int) INTS.get(values, node << 2);
      default -> (long) LONGS.get(values, node << 3);
    };
  }

  private static void write(byte[] values, int width, int node, long value) {
    switch (width) {
      case 0 -> values[node] = (byte) value;
      case 1 -> SHORTS.set(values, node << 1, (short) value);
      case 2 -> INTS.set(values, node << 2, (int) value);
      default -> LONGS.set(values, node << 3, value);
    }
  }
}
