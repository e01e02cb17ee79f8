package io.merapi.sim.trace;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.sim.workload.Arrival;
import io.merapi.sim.workload.ArrivalSource;
import io.merapi.sim.workload.Arrivals;
import io.merapi.sim.workload.WorkloadException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Lets the jobs of a file come, read line by line as they are asked for.
 *
 * <p>Only a file whose jobs are not in the order of their arrival is read at once and sorted; jobs
 * of one moment stay in the order of their lines.
 *
 * @param origin the moment of the trace that is the start of the simulation
 */
record TraceSource(TraceFile file, Duration origin, TraceTarget target) implements ArrivalSource {

  @Override
  public Arrivals open(Instant start, long seed) {
    Entries entries = entries(file);
    var objects = new TracedObjects(target);
    Queue<Arrival> ready = new ArrayDeque<>();
    return () -> {
      if (ready.isEmpty()) {
        if (entries.next() instanceof TracedJob job) {
          Instant when = start.plus(job.arrival().minus(origin));
          for (ClusterObject object : objects.of(job)) {
            ready.add(new Arrival(when, object));
          }
        }
      }
      return ready.poll();
    };
  }

  /** What the lines of a file stand for, in the order in which it comes. */
  interface Entries {
    @Nullable TracedEntry next();
  }

  static Entries entries(TraceFile file) {
    return file.inOrder ? lines(file) : sorted(file);
  }

  private static Entries sorted(TraceFile file) {
    var jobs = new ArrayList<TracedJob>();
    Entries lines = lines(file);
    for (TracedEntry entry = lines.next(); entry != null; entry = lines.next()) {
      if (entry instanceof TracedJob job) {
        jobs.add(job);
      }
    }
    jobs.sort(Comparator.comparing(TracedJob::arrival));
    Iterator<TracedJob> rest = jobs.iterator();
    return () -> rest.hasNext() ? rest.next() : null;
  }

  /** All entries but those of broken lines. */
  private static Entries lines(TraceFile file) {
    TraceEntries entries;
    try {
      entries = TraceEntries.open(file.path);
    } catch (IOException e) {
      throw new WorkloadException("%s cannot be read: %s".formatted(file.path, e.getMessage()));
    }
    return () -> {
      while (true) {
        try {
          TracedEntry entry = entries.next();
          if (entry == null || !file.brokenLines.contains(entries.line())) {
            return entry;
          }
        } catch (BrokenRow e) {
          if (!file.brokenLines.contains(entries.line())) {
            throw new WorkloadException(
                "%s:%d: %s; the file has changed since it was looked through"
                    .formatted(file.path, entries.line(), e.text()));
          }
        }
      }
    };
  }
}
