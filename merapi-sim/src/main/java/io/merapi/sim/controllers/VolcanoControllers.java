package io.merapi.sim.controllers;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.Queue;
import io.merapi.api.batch.QueueState;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.session.QueueInfo;
import io.merapi.sim.cluster.SimulatedCluster;
import io.merapi.sim.time.VirtualTime;
import java.util.List;

/** The controllers of Volcano, at work on a simulated cluster. */
public final class VolcanoControllers {

  private final VirtualTime time;
  private final SimulatedCluster cluster;

  /**
   * Starts them; also makes the queues that the scheduler makes where they are missing, as soon as
   * what is there from the start has come.
   *
   * @param schedulerNames whose pods get a group if they belong to none
   */
  public VolcanoControllers(
      VirtualTime time, SimulatedCluster cluster, List<String> schedulerNames) {
    this.time = time;
    this.cluster = cluster;
    cluster.store().watch(this::see);
    new JobController(time, cluster, schedulerNames.getFirst());
    new PodGroupController(time, cluster, schedulerNames);
  }

  /** Makes the root of all queues, and the one for groups that name none. */
  public void makeMissingQueues(String defaultQueue) {
    make(QueueInfo.ROOT, false);
    make(defaultQueue, true);
  }

  private void make(String name, boolean reclaimable) {
    if (cluster.store().find(Queue.class, ObjectKind.QUEUE, name) == null) {
      cluster.arrive(Queue.open(name, reclaimable));
    }
  }

  /** Fills in the status of what is new. */
  private void see(ObjectEvent event) {
    switch (event) {
      case ObjectEvent.Applied(Queue queue) when queue.state() == QueueState.UNSET ->
          time.execute(() -> open(queue.key()));
      case ObjectEvent.Applied(PodGroup group) when group.status().phase() == PodGroupPhase.UNSET ->
          time.execute(() -> begin(group.key()));
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  private void open(String name) {
    Queue queue = cluster.store().find(Queue.class, ObjectKind.QUEUE, name);
    if (queue != null && queue.state() == QueueState.UNSET) {
      cluster.store().apply(queue.withStatus(QueueState.OPEN, queue.allocated()));
    }
  }

  private void begin(String key) {
    PodGroup group = cluster.store().find(PodGroup.class, ObjectKind.POD_GROUP, key);
    if (group != null && group.status().phase() == PodGroupPhase.UNSET) {
      cluster
          .store()
          .apply(group.withStatus(new PodGroup.Status(PodGroupPhase.PENDING, List.of(), 0, 0, 0)));
    }
  }
}
