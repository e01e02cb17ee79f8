package io.merapi.sim.workload;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Pod;
import io.merapi.kube.configuration.GoDuration;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a simulation, each with the moment when it comes.
 *
 * @param start the moment at which the simulation begins
 * @param arrivals in the order of coming, those of one moment in the order of the input
 */
public record Workload(Instant start, List<Arrival> arrivals) {

  /** Where no time of the input says otherwise. */
  static final Instant DEFAULT_START = Instant.parse("2026-01-01T00:00:00Z");

  public Workload {
    arrivals = List.copyOf(arrivals);
  }

  /** An object that comes. */
  public record Arrival(Instant when, ClusterObject object) {}

  /**
   * Reads when objects come from their annotations.
   *
   * @param problems gets a sentence for each annotation that cannot be read; the object then counts
   *     as if it had none
   */
  public static Workload of(List<? extends ClusterObject> objects, List<String> problems) {
    Instant start = null;
    for (ClusterObject object : objects) {
      Instant moment = moment(object.meta().annotations().getOrDefault(SimulationKeys.ARRIVAL, ""));
      if (moment != null && (start == null || moment.isBefore(start))) {
        start = moment;
      }
    }
    Instant begin = start == null ? DEFAULT_START : start;
    var arrivals = new ArrayList<Arrival>();
    for (ClusterObject object : objects) {
      switch (object) {
        case Pod pod -> check(pod, pod.meta().annotations(), problems);
        case VolcanoJob job ->
            job.tasks().forEach(task -> check(job, task.annotations(), problems));
        default -> {}
      }
      arrivals.add(new Arrival(arrival(object, begin, problems), object));
    }
    arrivals.sort(Comparator.comparing(Arrival::when));
    return new Workload(begin, arrivals);
  }

  /** How long a pod runs on its node; null for one that never ends by itself. */
  public static @Nullable Duration runTime(Pod pod) {
    String text = pod.meta().annotations().get(SimulationKeys.RUN_TIME);
    Duration parsed = text == null ? null : GoDuration.parse(text);
    return parsed == null || parsed.isNegative() ? null : parsed;
  }

  private static void check(ClusterObject object, Labels annotations, List<String> problems) {
    String text = annotations.get(SimulationKeys.RUN_TIME);
    if (text == null) {
      return;
    }
    Duration parsed = GoDuration.parse(text);
    if (parsed == null || parsed.isNegative()) {
      problems.add(
          "%s %s: annotation %s (%s) must be a duration such as 90s or 1h30m"
              .formatted(object.kind().kindName(), object.key(), SimulationKeys.RUN_TIME, text));
    }
  }

  private static Instant arrival(ClusterObject object, Instant start, List<String> problems) {
    String text = object.meta().annotations().get(SimulationKeys.ARRIVAL);
    if (text == null) {
      return start;
    }
    Instant moment = moment(text);
    if (moment != null) {
      return moment;
    }
    Duration delay = GoDuration.parse(text);
    if (delay == null || delay.isNegative()) {
      problems.add(
          ("%s %s: annotation %s (%s) must be a duration after the start, such as 90s or 1h30m, or"
                  + " a time such as 2026-01-01T08:00:00Z")
              .formatted(object.kind().kindName(), object.key(), SimulationKeys.ARRIVAL, text));
      return start;
    }
    return start.plus(delay);
  }

  private static @Nullable Instant moment(String text) {
    try {
      return text.isEmpty() ? null : Instant.parse(text);
    } catch (DateTimeException _) {
      return null;
    }
  }
}
