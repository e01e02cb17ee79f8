package io.merapi.kube.placement;

import io.merapi.api.framework.NodeTraits;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.topology.NodeLabels;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What answers for a node depend on, in numbers; equal for nodes that are alike. One is written
 * over and over again, {@link #copy} keeps what it says. Used by one thread.
 */
public final class NodeDescription implements NodeTraits {

  private static final long NUMBER = 0;
  private static final long NO_DOMAIN = 1;
  private static final long SHARED_DOMAIN = 2;
  private static final long OWN_DOMAIN = 3;

  private final NodeDomains domains;
  private @Nullable NodeInfo info;
  private int node;
  private long[] values = new long[8];
  private int size;

  NodeDescription(NodeDomains domains) {
    this.domains = domains;
  }

  /** Starts over, with another node. */
  void begin(NodeInfo another, int index) {
    info = another;
    node = index;
    size = 0;
  }

  @Override
  public void number(long value) {
    add(NUMBER, value);
  }

  @Override
  public void domain(String topologyKey, ToLongFunction<String> count) {
    // Most often that says it all, and spares reading labels, which lie far apart in memory.
    int shared = domains.shared(topologyKey, node);
    if (shared >= 0) {
      add(SHARED_DOMAIN, shared);
      return;
    }
    String domain = NodeLabels.of(Objects.requireNonNull(info)).get(topologyKey);
    if (domain == null) {
      add(NO_DOMAIN, 0);
    } else {
      add(OWN_DOMAIN, count.applyAsLong(domain));
    }
  }

  private void add(long kind, long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = kind;
    values[size++] = value;
  }

  /** Whether the node is in a domain with others, as far as that was said. */
  public boolean sharesDomain() {
    for (int i = 0; i < size; i += 2) {
      if (values[i] == SHARED_DOMAIN) {
        return true;
      }
    }
    return false;
  }

  NodeDescription copy() {
    var copy = new NodeDescription(domains);
    copy.values = Arrays.copyOf(values, size);
    copy.size = size;
    return copy;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodeDescription description
        && Arrays.equals(values, 0, size, description.values, 0, description.size);
  }

  @Override
  public int hashCode() {
    long hash = 0;
    for (int i = 0; i < size; i++) {
      hash = hash * 0x9E3779B97F4A7C15L + values[i];
    }
    return (int) (hash ^ (hash >>> 32));
  }

  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(values, size));
  }
}
