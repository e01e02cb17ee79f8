package io.merapi.batch.plugins.usage;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The estimated load of tasks that are on nodes but not in the measurements yet.
 *
 * <p>What is taken off when a task leaves is what was added for it, whatever an estimate would be
 * by then.
 */
final class ShadowLoad {

  private final Load[] byNode;
  private final Map<String, Share> byTask = new HashMap<>();

  ShadowLoad(int nodes) {
    this.byNode = new Load[nodes];
    Arrays.fill(byNode, Load.NONE);
  }

  /** The estimated load of all such tasks on a node. */
  Load on(SessionNode node) {
    return byNode[node.index()];
  }

  /** Adds a task, in place of what was added for it before. */
  void add(Task task, SessionNode node, Load load) {
    subtract(byTask.put(task.uid(), new Share(node.index(), load)));
    byNode[node.index()] = byNode[node.index()].plus(load);
  }

  /** Takes a task off, if it was added. */
  void remove(Task task) {
    subtract(byTask.remove(task.uid()));
  }

  private void subtract(@Nullable Share share) {
    if (share != null) {
      byNode[share.node] = byNode[share.node].minus(share.load);
    }
  }

  /** What was added for a task. */
  private record Share(int node, Load load) {}

  /** A load, in thousandths of a cpu and in bytes. */
  record Load(double milliCpu, double memory) {

    static final Load NONE = new Load(0, 0);

    Load plus(Load other) {
      return new Load(milliCpu + other.milliCpu, memory + other.memory);
    }

    /** The difference, or nothing where rounding makes it less than that. */
    Load minus(Load other) {
      return new Load(Math.max(0, milliCpu - other.milliCpu), Math.max(0, memory - other.memory));
    }
  }
}
