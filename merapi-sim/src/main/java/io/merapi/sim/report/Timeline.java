package io.merapi.sim.report;

import io.merapi.sim.report.Recorder.Sample;
import io.merapi.sim.report.SimulationReport.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reduces what was seen at uneven moments to points at equal distances. */
final class Timeline {

  private Timeline() {}

  /** At each point the cluster is what it was at the last moment seen before. */
  static List<Moment> of(List<Sample> samples, Instant start, Instant end, int points) {
    var moments = new ArrayList<Moment>();
    if (samples.isEmpty() || points < 1) {
      return moments;
    }
    Duration step = Duration.between(start, end).dividedBy(points);
    if (step.isZero()) {
      moments.add(samples.getLast().at(end));
      return moments;
    }
    int seen = 0;
    for (int point = 1; point <= points; point++) {
      Instant when = start.plus(step.multipliedBy(point));
      while (seen + 1 < samples.size() && !samples.get(seen + 1).when().isAfter(when)) {
        seen++;
      }
      moments.add(samples.get(seen).at(when));
    }
    return moments;
  }
}
