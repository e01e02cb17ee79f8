package io.merapi.sim.trace;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.source.Location;
import io.merapi.sim.workload.JobKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which kinds of jobs a file has, and on which line each of them comes first.
 *
 * <p>There are few of them in most traces. Of one that has too many, those that come first are
 * kept.
 */
final class TracedKinds {

  private static final int MOST = 100_000;

  private final Map<Key, Kind> kinds = new LinkedHashMap<>();
  private boolean complete = true;

  /** What a scheduler may look at. */
  private record Key(String queue, int pods, int minAvailable, PodShape shape) {}

  private static final class Kind {
    final TracedJob first;
    final Location where;
    long jobs;

    Kind(TracedJob first, Location where) {
      this.first = first;
      this.where = where;
    }
  }

  void add(TracedJob job, Location where) {
    var key = new Key(job.queue(), job.pods(), job.minAvailable(), job.shape());
    Kind kind = kinds.get(key);
    if (kind == null) {
      if (kinds.size() == MOST) {
        complete = false;
        return;
      }
      kind = new Kind(job, where);
      kinds.put(key, kind);
    }
    kind.jobs++;
  }

  boolean complete() {
    return complete;
  }

  /**
   * The kinds as a cluster gets them.
   *
   * @param known queues of the input; all others are made for the trace, and are alike
   */
  List<JobKind> of(TracedObjects objects, Set<String> known) {
    var merged = new LinkedHashMap<List<Object>, JobKind>();
    for (Kind kind : kinds.values()) {
      TracedJob job = kind.first;
      ClusterObject example = objects.of(job).getFirst();
      boolean gang = example instanceof VolcanoJob;
      PodShape shape = job.shape();
      String queue = known.contains(job.queue()) ? job.queue() : "";
      List<Object> likeness = List.of(gang, queue, shape.cardTypes());
      List<Long> amounts =
          List.of(
              gang ? (long) job.minAvailable() : 1,
              gang ? (long) job.pods() : 1,
              (long) shape.cards(),
              (long) shape.cardMillis(),
              shape.cpuMillis(),
              shape.memoryBytes());
      merged.merge(
          List.of(likeness, amounts),
          new JobKind(example, kind.where, kind.jobs, likeness, amounts),
          (one, more) -> one.with(more.jobs()));
    }
    return List.copyOf(merged.values());
  }
}
