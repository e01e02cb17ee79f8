package io.merapi.sim.cluster;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.batch.devices.NodeLock;
import io.merapi.batch.effects.BatchWriter;
import io.merapi.kube.effects.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Writes what batch sessions decide, as soon as the session is over. */
final class SimulatedBatchWriter implements BatchWriter {

  private final SimulatedCluster cluster;

  /** Locks that were put on nodes for pods that have not started yet. */
  private final Map<String, Set<String>> locks = new HashMap<>();

  SimulatedBatchWriter(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  /** Devices are handed out as soon as a pod starts, and then nobody needs a lock any more. */
  @Override
  public CompletionStage<Outcome> bind(Pod pod, String nodeName, Map<String, String> annotations) {
    CompletionStage<Outcome> bound = cluster.bind(pod, nodeName, annotations);
    return locks.containsKey(nodeName)
        ? bound.thenApply(outcome -> {
          locks.getOrDefault(nodeName, Set.of()).forEach(lock -> unlock(nodeName, lock));
          locks.remove(nodeName);
          return outcome;
        })
        : bound;
  }

  @Override
  public CompletionStage<Outcome> lockNode(String nodeName, String lock) {
    return cluster.soon(() -> {
      Node node = cluster.store().find(Node.class, ObjectKind.NODE, nodeName);
      if (node == null) {
        return new Outcome.Failed("nodes \"%s\" not found".formatted(nodeName));
      }
      var held = new NodeLock(nodeName, lock, node.meta().annotations().get(lock));
      String refusal = held.take(cluster.now());
      if (refusal != null) {
        return new Outcome.Failed(refusal);
      }
      annotate(node, annotations -> annotations.put(lock, String.valueOf(held.since())));
      locks.computeIfAbsent(nodeName, _ -> new TreeSet<>()).add(lock);
      return new Outcome.Done();
    });
  }

  @Override
  public CompletionStage<Outcome> unlockNode(String nodeName, String lock) {
    return cluster.soon(() -> {
      unlock(nodeName, lock);
      return new Outcome.Done();
    });
  }

  private void unlock(String nodeName, String lock) {
    Node node = cluster.store().find(Node.class, ObjectKind.NODE, nodeName);
    if (node != null) {
      annotate(node, annotations -> annotations.remove(lock));
    }
  }

  private void annotate(Node node, Consumer<Map<String, String>> change) {
    Map<String, String> annotations = node.meta().annotations().toMap();
    change.accept(annotations);
    cluster.store().apply(node.withMeta(node.meta().withAnnotations(Labels.of(annotations))));
  }

  @Override
  public CompletionStage<Outcome> evict(Pod pod, PodGroup group, String reason) {
    return cluster.soon(() -> {
      cluster.evict(pod, reason);
      return new Outcome.Done();
    });
  }

  @Override
  public CompletionStage<Outcome> removeGate(Pod pod, String gate) {
    return cluster.soon(() -> {
      Pod now = cluster.store().current(pod);
      if (now != null && now.spec().schedulingGates().contains(gate)) {
        cluster
            .store()
            .apply(new Pod(now.meta(), now.nodeName(), now.spec().withoutGate(gate), now.status()));
      }
      return new Outcome.Done();
    });
  }

  @Override
  public void updateStatus(PodGroup group, PodGroup.Status status) {
    cluster.later(() -> {
      PodGroup now = cluster.store().find(PodGroup.class, ObjectKind.POD_GROUP, group.key());
      if (now != null && now.meta().uid().equals(group.meta().uid())) {
        cluster.store().apply(now.withStatus(status));
      }
    });
  }

  @Override
  public void updateAllocated(Queue queue, ResourceList allocated) {
    cluster.later(() -> {
      Queue now = cluster.store().find(Queue.class, ObjectKind.QUEUE, queue.key());
      if (now != null) {
        cluster.store().apply(now.withStatus(now.state(), allocated));
      }
    });
  }

  @Override
  public void reportWaiting(Pod pod, String reason, String message, String nominatedNode) {
    String nominated = nominatedNode.isEmpty() ? null : nominatedNode;
    cluster.updateLater(
        pod, now -> PodStatuses.unscheduled(now, reason, message, nominated, cluster.now()));
  }

  @Override
  public void report(PodGroup group, String type, String reason, String message) {
    cluster.tell(group, message);
  }
}
