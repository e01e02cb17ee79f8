package io.merapi.batch.placement;

import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.kube.placement.NodeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes the tasks of one class fit, and whether there is room now or only later; used by one
 * thread.
 */
final class ClassFit {

  private final @Nullable Fit[] fits;
  private final NodeSet now = new NodeSet();
  private final NodeSet later = new NodeSet();

  ClassFit(int nodes) {
    this.fits = new @Nullable Fit[nodes];
  }

  /** Takes note of what a node says now, and says whether it is something else than before. */
  boolean put(TaskState task, NodeState node, Fit fit) {
    int index = node.index();
    // A fit has room in the end, and where nothing is awaited that is now.
    boolean fitsNow = fit.isSuccess() && (node.awaitsNothing() || node.fitsIdle(task));
    boolean fitsLater = fit.isSuccess() && !fitsNow;
    set(now, index, fitsNow);
    set(later, index, fitsLater);
    boolean other = !fit.equals(fits[index]);
    fits[index] = other ? fit : fits[index];
    return other;
  }

  private static void set(NodeSet set, int node, boolean in) {
    if (in) {
      set.add(node);
    } else {
      set.remove(node);
    }
  }

  /** Whether a node was ever asked. */
  boolean knows(int node) {
    return fits[node] != null;
  }

  /** What a node says of the class. */
  Fit of(int node) {
    Fit fit = fits[node];
    if (fit == null) {
      throw new IllegalStateException("node (%d) was not asked".formatted(node));
    }
    return fit;
  }

  /** The nodes that have room now. */
  NodeSet now() {
    return now;
  }

  /** The nodes that will have room once what is being released is free. */
  NodeSet later() {
    return later;
  }
}
