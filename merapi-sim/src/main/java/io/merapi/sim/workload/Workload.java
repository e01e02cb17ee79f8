package io.merapi.sim.workload;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.simulation.ClusterBehavior;
import io.merapi.api.simulation.NodePool;
import io.merapi.api.simulation.NodePool.Failures;
import io.merapi.api.simulation.WorkloadGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What comes to a simulated cluster and when, and how that cluster behaves.
 *
 * @param start the moment at which the simulation begins
 * @param failures how nodes of a pool fail, by the name of the pool
 * @param sources those of one moment come in the order of their sources
 */
public record Workload(
    Instant start,
    ClusterBehavior behavior,
    Map<String, Failures> failures,
    List<ArrivalSource> sources) {

  /** Where no time of the input says otherwise. */
  public static final Instant DEFAULT_START = Instant.parse("2026-01-01T00:00:00Z");

  /** Nothing comes, to a cluster that does everything at once. */
  public static final Workload NONE =
      new Workload(DEFAULT_START, ClusterBehavior.IDEAL, Map.of(), List.of());

  public Workload {
    failures = Map.copyOf(failures);
    sources = List.copyOf(sources);
  }

  /** The same workload with one more source. */
  public Workload with(ArrivalSource source) {
    var more = new ArrayList<>(sources);
    more.add(source);
    return new Workload(start, behavior, failures, more);
  }

  /**
   * Lets everything come, from the first object on.
   *
   * @param seed what chance goes by
   */
  public Arrivals open(long seed) {
    return Arrivals.merged(sources.stream().map(source -> source.open(start, seed)).toList());
  }

  /**
   * Reads when objects come from their annotations.
   *
   * @param problems gets a sentence for each annotation that cannot be read; the object then counts
   *     as if it had none
   */
  public static Workload of(List<? extends ClusterObject> objects, List<String> problems) {
    return of(objects, null, problems);
  }

  /**
   * The same for a simulation that ends.
   *
   * @param until how much time passes at most; what comes later is a problem, too
   */
  public static Workload of(
      List<? extends ClusterObject> objects, @Nullable Duration until, List<String> problems) {
    Instant start =
        objects.stream()
            .map(Annotations::moment)
            .flatMap(moment -> Stream.ofNullable(moment))
            .min(Comparator.naturalOrder())
            .orElse(DEFAULT_START);
    var reading = new Reading(start, until, problems);
    objects.forEach(reading::take);
    return reading.workload();
  }

  /** Sorts objects into those that come and those that say how others do. */
  private static final class Reading {
    private final Instant start;
    private final List<String> problems;
    private final Annotations annotations;
    private final List<Arrival> arrivals = new ArrayList<>();
    private final List<ArrivalSource> generators = new ArrayList<>();
    private final Map<String, Failures> failures = new HashMap<>();
    private ClusterBehavior behavior = ClusterBehavior.IDEAL;

    Reading(Instant start, @Nullable Duration until, List<String> problems) {
      this.start = start;
      this.problems = problems;
      this.annotations = new Annotations(start, until, problems);
    }

    void take(ClusterObject object) {
      switch (object) {
        case NodePool pool -> {
          NodePools.nodes(pool).forEach(this::come);
          if (pool.failures() != null) {
            failures.put(pool.name(), pool.failures());
          }
        }
        case WorkloadGenerator generator -> generators.add(new GeneratedJobs(generator));
        case ClusterBehavior stated -> take(stated);
        default -> come(object);
      }
    }

    private void take(ClusterBehavior stated) {
      if (!behavior.equals(ClusterBehavior.IDEAL)) {
        problems.add(
            "ClusterBehavior %s: there is another one, %s; a cluster has one"
                .formatted(stated.name(), behavior.name()));
      }
      behavior = stated;
    }

    private void come(ClusterObject object) {
      annotations.check(object);
      arrivals.add(new Arrival(annotations.arrival(object), object));
    }

    Workload workload() {
      arrivals.sort(Comparator.comparing(Arrival::when));
      var sources = new ArrayList<ArrivalSource>();
      sources.add((_, _) -> Arrivals.of(arrivals));
      sources.addAll(generators);
      return new Workload(start, behavior, failures, sources);
    }
  }
}
