package io.merapi.sim.trace;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.sim.workload.Arrival;
import io.merapi.sim.workload.ArrivalSource;
import io.merapi.sim.workload.Arrivals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Lets the jobs of a file come, read as they are asked for.
 *
 * @param origin the moment of the trace that is the start of the simulation
 */
record TraceSource(TraceFile file, Duration origin, TraceTarget target) implements ArrivalSource {

  @Override
  public Arrivals open(Instant start, long seed) {
    TraceReading entries = TraceReading.of(file);
    var objects = new TracedObjects(target);
    Queue<Arrival> ready = new ArrayDeque<>();
    return new Arrivals() {
      @Override
      public @Nullable Arrival next() {
        if (ready.isEmpty() && entries.next() instanceof TracedJob job) {
          Instant when = start.plus(job.arrival().minus(origin));
          for (ClusterObject object : objects.of(job)) {
            ready.add(new Arrival(when, object));
          }
        }
        return ready.poll();
      }

      @Override
      public void close() {
        entries.close();
      }
    };
  }
}
