package io.merapi.sim.placement;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.kube.cycle.DrivenScheduler;
import io.merapi.sim.BatchScheduling;
import io.merapi.sim.cluster.ObjectStore;
import io.merapi.sim.cluster.SimulatedCluster;
import io.merapi.sim.time.VirtualTime;
import io.merapi.sim.trace.PodShape;
import io.merapi.sim.trace.TraceTarget;
import io.merapi.sim.trace.TracedJob;
import io.merapi.sim.trace.TracedNode;
import io.merapi.sim.trace.TracedObjects;
import io.merapi.sim.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The real batch scheduler on a simulated cluster.
 *
 * <p>One session takes up all pods that are to be placed. It places them one after the other, the
 * oldest first, and each is older than the next; so the outcome is that of a session for each of
 * them, which would take far longer.
 */
final class SchedulerPlacer implements Placer {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final String NAMESPACE = "trace";

  private final VirtualTime time = new VirtualTime(START);
  private final ObjectStore store = new ObjectStore();
  private final SimulatedCluster cluster = new SimulatedCluster(time, store, Workload.NONE, 0);
  private final DrivenScheduler scheduler;
  private final TracedObjects objects;
  private long came;

  SchedulerPlacer(List<TracedNode> nodes, BatchScheduling scheduling) {
    this.objects = new TracedObjects(TraceTarget.of(scheduling));
    this.scheduler = scheduling.start(time, cluster, _ -> {});
    store.watch(scheduler::accept);
    nodes.forEach(node -> cluster.arrive(objects.node(node)));
    settle();
  }

  @Override
  public long place(List<PodShape> pods) {
    var keys = new ArrayList<String>();
    for (PodShape pod : pods) {
      // Kubernetes knows the age of objects in seconds.
      time.advanceTo(START.plusSeconds(++came));
      keys.add(arrive(pod));
    }
    settle();
    long given = 0;
    for (int i = 0; i < keys.size(); i++) {
      Pod pod = store.find(Pod.class, ObjectKind.POD, keys.get(i));
      if (pod != null && pod.assigned()) {
        given += pods.get(i).totalCardMillis();
      } else {
        store.delete(ObjectKind.POD, keys.get(i));
        store.delete(ObjectKind.POD_GROUP, keys.get(i));
      }
    }
    // What follows from the deletions belongs to this moment.
    time.runDue();
    return given;
  }

  private String arrive(PodShape shape) {
    String name = "pod-" + came;
    var job = new TracedJob(name, NAMESPACE, "", "", Duration.ZERO, null, 1, 0, shape);
    Pod pod = (Pod) objects.of(job).getFirst();
    cluster.arrive(group(name));
    cluster.arrive(
        pod.withMeta(pod.meta().withAnnotations(Labels.of(VolcanoKeys.GROUP_NAME, name))));
    return pod.key();
  }

  /** A group of one, which has been admitted to its queue. */
  private static PodGroup group(String name) {
    return new PodGroup(
        ObjectMeta.named(NAMESPACE, name),
        1,
        Map.of(),
        "",
        "",
        null,
        null,
        List.of(),
        new PodGroup.Status(PodGroupPhase.INQUEUE, List.of(), 0, 0, 0));
  }

  /** Lets the scheduler hold its session, and what follows from it happen at once. */
  private void settle() {
    time.runDue();
    Instant session = scheduler.nextWakeUp();
    if (session != null && session.isAfter(time.instant())) {
      time.advanceTo(session);
    }
    while (scheduler.proceed()) {
      time.runDue();
    }
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
