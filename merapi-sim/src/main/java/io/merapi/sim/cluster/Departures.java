package io.merapi.sim.cluster;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.pod.Pod;
import io.merapi.config.objects.SimulatedDuration;
import io.merapi.sim.time.VirtualTime;
import io.merapi.sim.workload.SimulationKeys;
import java.time.Duration;
import java.time.Instant;

/** Takes jobs and pods out of the cluster when they are to leave it, as their users would. */
final class Departures {

  private final VirtualTime time;
  private final SimulatedCluster cluster;
  private final Instant start;

  Departures(VirtualTime time, SimulatedCluster cluster) {
    this.time = time;
    this.cluster = cluster;
    this.start = time.instant();
  }

  /** An object has come, which may say when it leaves. */
  void plan(ClusterObject object) {
    String departure = object.meta().annotations().get(SimulationKeys.DEPARTURE);
    Duration leaves = departure == null ? null : SimulatedDuration.parse(departure);
    if (leaves != null) {
      time.at(start.plus(leaves), () -> leave(object));
    }
  }

  private void leave(ClusterObject object) {
    ClusterObject now = cluster.store().find(ClusterObject.class, object.kind(), object.key());
    if (now instanceof Pod pod) {
      cluster.terminate(pod);
    } else if (now != null) {
      cluster.store().delete(object.kind(), object.key());
    }
  }
}
