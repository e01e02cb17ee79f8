package io.merapi.batch.plugins.overcommit;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.node.Taints;
import io.merapi.api.pod.PodClass;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.selector.CompiledNodeAffinity;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The room that jobs can make use of.
 *
 * <p>A job counts on the nodes that one of its pending pods could go to, by labels and taints; one
 * that has no pods yet counts on all. What another job waits for takes that room away only if they
 * have a node in common and the other one is at least as important, because otherwise this one
 * would be placed first.
 */
final class UsableRoom {

  private final Session session;
  private final double factor;
  private final List<Reservation> reservations = new ArrayList<>();
  private final Map<PodClass, BitSet> nodesByClass = new HashMap<>();

  UsableRoom(Session session, double factor) {
    this.session = session;
    this.factor = factor;
  }

  void reserve(Job job, Resources amount) {
    if (!amount.isEmpty()) {
      reservations.add(new Reservation(job.priority(), usable(job), amount));
    }
  }

  Resources inqueue(Job job) {
    BitSet nodes = usable(job);
    var inqueue = new ResourcesSum(session.resources());
    for (Reservation other : reservations) {
      if (other.priority >= job.priority() && other.nodes.intersects(nodes)) {
        inqueue.add(other.amount);
      }
    }
    return inqueue.toResources();
  }

  Resources idle(Job job) {
    var idle = new ResourcesSum(session.resources());
    usable(job).stream()
        .mapToObj(index -> session.nodes().get(index))
        .forEach(node -> idle.add(node.allocatable().times(factor)).subtract(node.used()));
    return idle.toResources();
  }

  private BitSet usable(Job job) {
    var nodes = new BitSet();
    for (Task task : job.tasks(TaskStatus.PENDING)) {
      nodes.or(nodesByClass.computeIfAbsent(task.info().podClass(), this::usable));
    }
    if (job.count(TaskStatus.PENDING) == 0) {
      nodes.set(0, session.nodes().size());
    }
    return nodes;
  }

  private BitSet usable(PodClass pods) {
    PodSpec spec = pods.spec();
    var affinity = CompiledNodeAffinity.of(spec.nodeSelector(), spec.affinity().requiredNodes());
    boolean comparing = session.gates().enabled(FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS);
    var nodes = new BitSet();
    for (SessionNode node : session.nodes()) {
      boolean tolerated =
          Taints.firstUntolerated(node.node().taints(), spec.tolerations(), comparing) == null;
      if (tolerated && affinity.matches(node.node().meta().labels(), node.name())) {
        nodes.set(node.index());
      }
    }
    return nodes;
  }

  private record Reservation(int priority, BitSet nodes, Resources amount) {}
}
