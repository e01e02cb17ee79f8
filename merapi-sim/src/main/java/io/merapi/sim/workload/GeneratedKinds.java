package io.merapi.sim.workload;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.simulation.WorkloadGenerator;
import io.merapi.sim.workload.GeneratedJobs.Draw;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The kinds of jobs that chance makes of a generator. */
public final class GeneratedKinds {

  /** Looking at more of its jobs would take longer than it helps. */
  private static final int MOST_JOBS = 200_000;

  private GeneratedKinds() {}

  /**
   * Those that come with a seed, which differ in the numbers of pods that have to start together.
   */
  public static JobKinds of(WorkloadGenerator generator, long seed) {
    var jobs = new GeneratedJobs(generator);
    GeneratedJobs.Draws draws = jobs.draws(seed);
    var kinds = new LinkedHashMap<List<Object>, JobKind>();
    int seen = 0;
    for (Draw draw = draws.next(); draw != null; draw = draws.next()) {
      if (++seen > MOST_JOBS) {
        return new JobKinds(List.copyOf(kinds.values()), false);
      }
      Integer drawn = draw.kind().template() instanceof VolcanoJob ? draw.pods() : null;
      long pods = drawn == null ? 0 : drawn;
      List<Object> likeness = List.of(generator.key(), generator.jobs().indexOf(draw.kind()));
      var key = new ArrayList<>(likeness);
      key.add(pods);
      JobKind known = kinds.get(key);
      kinds.put(
          key,
          known == null
              ? new JobKind(jobs.objects(draw).getFirst(), null, 1, likeness, List.of(pods))
              : known.with(1));
    }
    return new JobKinds(List.copyOf(kinds.values()), true);
  }
}
