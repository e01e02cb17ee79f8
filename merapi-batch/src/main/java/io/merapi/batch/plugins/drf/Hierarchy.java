package io.merapi.batch.plugins.drf;

import io.merapi.api.resource.Dimensions;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.kube.configuration.GoFloat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tree of queues and jobs by which hierarchical sharing (HDRF) compares queues.
 *
 * <p>Queues say where they are by the annotations {@code volcano.sh/hierarchy} ({@code
 * root/eng/dev}) and {@code volcano.sh/hierarchy-weights} ({@code 100/50/50}); the first part of
 * each stands for the root and is not looked at. A node's weight is that of the queue whose job
 * came first; where it is missing, no number or below 1 it is 1. Jobs of queues without the
 * annotation are right below the root.
 *
 * <p>Implementation note: when a job's share changes, only the nodes above it are worked out again.
 * The whole tree is when the set of resources of which something is left has changed, because
 * saturation depends on it.
 */
final class Hierarchy {

  private final Resources total;
  private final HierarchyNode root;
  private Resources allocated;
  private Set<String> demanding = Set.of();

  Hierarchy(Resources total) {
    this.total = total;
    this.root = HierarchyNode.inner(1, total.dictionary());
    this.allocated = Resources.none(total.dictionary());
  }

  /** What all jobs in the tree hold. */
  Resources allocated() {
    return allocated;
  }

  /** Puts a job into the tree; {@link #refresh} is to be called once all are there. */
  void add(QueueInfo queue, Job job, JobShare share) {
    String[] path = path(queue);
    String[] weights = queue.hierarchyWeights().split("/", -1);
    HierarchyNode node = root;
    for (int i = 1; i < path.length; i++) {
      HierarchyNode child = node.child(path[i]);
      if (child == null) {
        child = HierarchyNode.inner(weight(weights, i), total.dictionary());
        node.attach(path[i], child);
      }
      node = child;
    }
    HierarchyNode leaf = HierarchyNode.job(job.totalRequest());
    leaf.hold(share);
    node.attach(job.key(), leaf);
    allocated = allocated.plus(share.allocated());
  }

  private static double weight(String[] weights, int depth) {
    double stated = depth < weights.length ? GoFloat.parse(weights[depth]).orElse(0) : 0;
    return stated < 1 ? 1 : stated;
  }

  private static String[] path(QueueInfo queue) {
    return queue.hierarchy().split("/", -1);
  }

  /** Works the whole tree out. */
  void refresh() {
    demanding = leftOver();
    refresh(root);
  }

  private void refresh(HierarchyNode node) {
    node.children().forEach(this::refresh);
    node.refresh(total, demanding);
  }

  private Set<String> leftOver() {
    ResourceDictionary dictionary = total.dictionary();
    var names = new HashSet<String>();
    for (String name : Dimensions.of(total)) {
      int id = dictionary.index(name);
      if (allocated.get(id) < total.get(id)) {
        names.add(name);
      }
    }
    return names;
  }

  /** Takes note of what a job holds now. */
  void set(QueueInfo queue, Job job, JobShare share) {
    List<HierarchyNode> line = line(queue, job);
    HierarchyNode leaf = line.getLast();
    allocated = allocated.sum().subtract(leaf.allocated()).add(share.allocated()).toResources();
    leaf.hold(share);
    if (leftOver().equals(demanding)) {
      line.reversed().forEach(node -> node.refresh(total, demanding));
    } else {
      refresh();
    }
  }

  /** The nodes from the root to a job that is in the tree. */
  private List<HierarchyNode> line(QueueInfo queue, Job job) {
    var line = new ArrayList<HierarchyNode>();
    line.add(root);
    String[] path = path(queue);
    for (int i = 1; i <= path.length; i++) {
      HierarchyNode next = line.getLast().child(i < path.length ? path[i] : job.key());
      if (next == null) {
        throw new IllegalArgumentException(
            "job (%s) of queue (%s) is not in the hierarchy".formatted(job.key(), queue.name()));
      }
      line.add(next);
    }
    return line;
  }

  /**
   * Compares two queues from the root down, as deep as both go: one that is saturated comes last,
   * then the lower share per weight comes first.
   *
   * @return negative if the first comes first; the size is the difference of the shares
   */
  double compare(QueueInfo left, QueueInfo right) {
    String[] leftPath = path(left);
    String[] rightPath = path(right);
    HierarchyNode leftNode = root;
    HierarchyNode rightNode = root;
    int depth = Math.min(leftPath.length, rightPath.length);
    for (int i = 0; i < depth; i++) {
      if (leftNode.saturated() != rightNode.saturated()) {
        return leftNode.saturated() ? 1 : -1;
      }
      double difference = leftNode.weightedShare() - rightNode.weightedShare();
      if (leftNode.weightedShare() != rightNode.weightedShare()) {
        return difference;
      }
      if (i < depth - 1) {
        HierarchyNode nextLeft = leftNode.child(leftPath[i + 1]);
        HierarchyNode nextRight = rightNode.child(rightPath[i + 1]);
        if (nextLeft == null || nextRight == null) {
          // Differs from upstream: a queue without jobs has no node, which upstream panics at.
          return 0;
        }
        leftNode = nextLeft;
        rightNode = nextRight;
      }
    }
    return 0;
  }

  Map<String, @Nullable Object> attributes() {
    return root.attributes();
  }
}
