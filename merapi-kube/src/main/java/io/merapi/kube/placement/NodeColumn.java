package io.merapi.kube.placement;

import java.util.Arrays;

/** One number per node index; grows as needed. Used by one thread. */
public final class NodeColumn {

  private final long absent;
  private long[] values = new long[0];

  /**
   * @param absent the value of every node that none was set for
   */
  public NodeColumn(long absent) {
    this.absent = absent;
  }

  public long get(int node) {
    return node < values.length ? values[node] : absent;
  }

  public void set(int node, long value) {
    if (node >= values.length) {
      int length = values.length;
      values = Arrays.copyOf(values, Math.max(node + 1, 2 * length));
      Arrays.fill(values, length, values.length, absent);
    }
    values[node] = value;
  }
}
