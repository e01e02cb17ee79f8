package io.merapi.batch.plugins.tasktopology;

import io.merapi.api.session.Job;
import io.merapi.api.session.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a job in buckets.
 *
 * <p>Tasks on a node share that node's bucket. Every other task, in order, joins the bucket that
 * attracts it most, the smaller one of two, or opens a new one where all repel it. Tasks of roles
 * of which nothing is said are in no bucket. Upstream's {@code JobManager}.
 */
final class Buckets {

  private final RoleTopology topology;
  private final List<Bucket> buckets = new ArrayList<>();
  private final Map<Task, Bucket> byTask = new HashMap<>();
  private final Map<String, Map<String, Integer>> placed = new HashMap<>();
  private int largest;

  Buckets(Job job, RoleTopology topology) {
    this.topology = topology;
    Comparator<Task> order =
        Comparator.<Task, Boolean>comparing(task -> task.nodeName().isEmpty())
            .thenComparing(Task::nodeName)
            .thenComparing(RoleTopology::role, topology.firstRolesFirst())
            .thenComparing(Task::name);
    var onNodes = new HashMap<String, Bucket>();
    job.tasks().stream()
        .<Task>map(task -> task)
        .filter(task -> topology.concerns(RoleTopology.role(task)))
        .sorted(order)
        .forEach(task ->
            join(
                task,
                task.nodeName().isEmpty()
                    ? mostAttractive(task)
                    : onNodes.computeIfAbsent(task.nodeName(), _ -> open(task))));
  }

  private Bucket open(Task first) {
    var bucket = new Bucket(buckets.size(), first.request().dictionary());
    buckets.add(bucket);
    return bucket;
  }

  private Bucket mostAttractive(Task task) {
    Bucket best = null;
    int most = 0;
    for (Bucket bucket : buckets) {
      int attraction = topology.attraction(RoleTopology.role(task), bucket.roles());
      boolean better =
          best == null
              ? attraction >= most
              : attraction > most || (attraction == most && bucket.size() < best.size());
      if (better) {
        best = bucket;
        most = attraction;
      }
    }
    return best == null ? open(task) : best;
  }

  private void join(Task task, Bucket bucket) {
    bucket.add(task);
    byTask.put(task, bucket);
    largest = Math.max(largest, bucket.members());
  }

  /** The bucket of a task; null where it is in none. */
  @Nullable Bucket of(Task task) {
    return byTask.get(task);
  }

  /** How many tasks the largest bucket has. */
  int largest() {
    return largest;
  }

  /** Negative if a task comes before another one of the same bucket, positive if after. */
  int compareWithinBucket(Task left, Task right) {
    return topology.firstRolesFirst().compare(RoleTopology.role(left), RoleTopology.role(right));
  }

  /** How many tasks that were put on a node in this session a role wants to be without. */
  int repulsion(String role, String node) {
    return topology.repulsion(role, placed.getOrDefault(node, Map.of()));
  }

  /** The names of the nodes that tasks were put on in this session, if a role may repel these. */
  Set<String> repelling(String role) {
    return topology.repels(role) ? placed.keySet() : Set.of();
  }

  /** Notes that a task was put on a node. */
  void place(Task task) {
    count(task, 1);
    Bucket bucket = of(task);
    if (bucket != null) {
      bucket.place(task);
    }
  }

  /** Takes that back. */
  void takeBack(Task task) {
    count(task, -1);
    Bucket bucket = of(task);
    if (bucket != null) {
      bucket.takeBack(task);
    }
  }

  private void count(Task task, int by) {
    if (!RoleTopology.role(task).isEmpty()) {
      placed
          .computeIfAbsent(task.nodeName(), _ -> new HashMap<>())
          .merge(RoleTopology.role(task), by, Integer::sum);
    }
  }
}
