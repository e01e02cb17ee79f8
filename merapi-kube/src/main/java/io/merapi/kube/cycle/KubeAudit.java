package io.merapi.kube.cycle;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.audit.ClusterAudit;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.queue.PendingPod;
import io.merapi.kube.queue.SchedulingQueue;
import io.merapi.kube.state.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Whether the queue, the assumptions and the state of a scheduler tell the same story. */
final class KubeAudit {

  private static final String GONE = "no such pod";

  private final Snapshot snapshot;
  private final List<Violation> found = new ArrayList<>();

  private KubeAudit(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  /**
   * Everything that does not agree.
   *
   * @param ours whether a profile is responsible for a pod
   */
  static List<Violation> of(
      Snapshot snapshot, SchedulingQueue queue, Assumptions assumptions, Predicate<Pod> ours) {
    var audit = new KubeAudit(snapshot);
    audit.found.addAll(ClusterAudit.of(snapshot));
    audit.found.addAll(assumptions.audit(snapshot));
    audit.queue(queue, ours);
    audit.nominations(queue);
    return audit.found;
  }

  private void queue(SchedulingQueue queue, Predicate<Pod> ours) {
    Set<String> known = new HashSet<>();
    for (PendingPod pending : queue.waiting()) {
      PodInfo now = snapshot.pod(pending.pod().key());
      known.add(pending.pod().key());
      if (now == null || !now.pod().isSameAs(pending.pod().pod())) {
        add("a pod that waits exists", pending.pod().key(), "waiting", GONE);
      } else if (now.pod().assigned()) {
        add("a pod that waits has no node", pending.pod().key(), "waiting", now.pod().nodeName());
      }
    }
    queue.inFlight().forEach(pending -> known.add(pending.pod().key()));
    snapshot
        .pods()
        .forEachValue(info -> {
          Pod pod = info.pod();
          boolean waits =
              !pod.assigned() && !pod.terminated() && pod.meta().deletionTimestamp() == null;
          if (waits && ours.test(pod) && !known.contains(pod.key())) {
            add("a pod without a node waits", pod.key(), "in no pool", "in one");
          }
        });
  }

  private void nominations(SchedulingQueue queue) {
    queue
        .nominations()
        .byNode()
        .forEach((node, pods) -> {
          for (PodInfo pod : pods) {
            PodInfo now = snapshot.pod(pod.key());
            if (now == null || !now.pod().isSameAs(pod.pod())) {
              add("a nominated pod exists", pod.key(), "nominated to " + node, GONE);
            }
          }
        });
  }

  private void add(String rule, String object, String has, String should) {
    found.add(Violation.of(rule, object, has, should));
  }
}
