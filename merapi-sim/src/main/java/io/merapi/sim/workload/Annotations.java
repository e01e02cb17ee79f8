package io.merapi.sim.workload;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.workload.Deployment;
import io.merapi.api.workload.Job;
import io.merapi.config.objects.SimulatedDuration;
import io.merapi.kube.configuration.GoDuration;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the annotations of a simulation, and complains of those that cannot be read. */
final class Annotations {

  private static final List<String> OF_PODS =
      List.of(
          SimulationKeys.RUN_TIME,
          SimulationKeys.FAILS_AFTER,
          SimulationKeys.TERMINATION_TIME,
          SimulationKeys.DEPARTURE);

  private final Instant start;
  private final @Nullable Duration until;
  private final List<String> problems;

  /**
   * @param until after which nothing happens any more; null where there is no such time
   * @param problems gets a sentence for each annotation that cannot be read
   */
  Annotations(Instant start, @Nullable Duration until, List<String> problems) {
    this.start = start;
    this.until = until;
    this.problems = problems;
  }

  /** The moment at which an object comes, where it names one; null where it does not. */
  static @Nullable Instant moment(ClusterObject object) {
    return moment(object.meta().annotations().getOrDefault(SimulationKeys.ARRIVAL, ""));
  }

  private static @Nullable Instant moment(String text) {
    try {
      return text.isEmpty() ? null : Instant.parse(text);
    } catch (DateTimeException _) {
      return null;
    }
  }

  /** When an object comes; at the start where it does not say. */
  Instant arrival(ClusterObject object) {
    Instant arrival = read(object);
    if (until != null && arrival.isAfter(start.plus(until))) {
      problems.add(
          "%s %s: comes after %s, but the simulation ends after %s (--until)"
              .formatted(
                  object.kind().kindName(),
                  object.key(),
                  GoDuration.format(Duration.between(start, arrival)),
                  GoDuration.format(until)));
    }
    return arrival;
  }

  private Instant read(ClusterObject object) {
    String text = object.meta().annotations().get(SimulationKeys.ARRIVAL);
    if (text == null) {
      return start;
    }
    Instant moment = moment(text);
    if (moment != null) {
      return moment;
    }
    Duration delay = SimulatedDuration.parse(text);
    if (delay == null) {
      complain(
          object,
          SimulationKeys.ARRIVAL,
          text,
          "a duration after the start, such as 90s or 1h30m, or a time such as"
              + " 2026-01-01T08:00:00Z");
      return start;
    }
    return start.plus(delay);
  }

  /** Looks at all others. */
  void check(ClusterObject object) {
    switch (object) {
      case Pod pod -> checkPod(pod, pod.meta().annotations());
      case VolcanoJob job -> {
        checkDuration(job, job.meta().annotations(), SimulationKeys.DEPARTURE);
        job.tasks().forEach(task -> checkPod(job, task.annotations()));
      }
      case Job job -> {
        checkDuration(job, job.meta().annotations(), SimulationKeys.DEPARTURE);
        checkPod(job, job.template().annotations());
      }
      case Deployment deployment -> checkPod(deployment, deployment.template().annotations());
      case Node node -> checkNode(node);
      default -> {}
    }
  }

  private void checkPod(ClusterObject object, Labels annotations) {
    for (String key : OF_PODS) {
      checkDuration(object, annotations, key);
    }
  }

  private void checkNode(Node node) {
    Labels annotations = node.meta().annotations();
    checkDuration(node, annotations, SimulationKeys.DEPARTURE);
    for (String key : List.of(SimulationKeys.OUTAGES, SimulationKeys.DRAINS)) {
      String text = annotations.get(key);
      if (text != null && Spell.parse(text) == null) {
        complain(node, key, text, "moments and lengths such as 2h for 30m, 10h for 1h");
      }
    }
  }

  private void checkDuration(ClusterObject object, Labels annotations, String key) {
    String text = annotations.get(key);
    if (text != null && SimulatedDuration.parse(text) == null) {
      complain(object, key, text, "a duration such as 90s or 1h30m");
    }
  }

  private void complain(ClusterObject object, String key, String text, String expected) {
    problems.add(
        "%s %s: annotation %s (%s) must be %s"
            .formatted(object.kind().kindName(), object.key(), key, text, expected));
  }
}
