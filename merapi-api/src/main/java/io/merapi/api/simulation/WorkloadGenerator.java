package io.merapi.api.simulation;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes jobs that come by chance.
 *
 * @param from when it begins, since the start of the simulation
 * @param until when it ends; null where only the count ends it
 * @param count how many jobs it makes at most; null where only the time ends it
 * @param jobs the kinds of jobs in its mix
 */
public record WorkloadGenerator(
    ObjectMeta meta,
    Duration from,
    @Nullable Duration until,
    @Nullable Long count,
    ArrivalProcess arrivals,
    List<Share> jobs)
    implements ClusterObject {

  public WorkloadGenerator {
    jobs = List.copyOf(jobs);
    if (until == null && count == null) {
      throw new IllegalArgumentException("spec must have until or count, or it would never end");
    }
    if (jobs.isEmpty()) {
      throw new IllegalArgumentException("spec.jobs must have at least one kind of job");
    }
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.WORKLOAD_GENERATOR;
  }

  /**
   * One kind of job in the mix.
   *
   * @param share how many of them come in comparison with the others
   * @param pods how many pods a job has; null for as many as the template says
   * @param runTime how long its pods run, in seconds; null for what the template says
   * @param template a Pod, a Job or a Volcano Job
   */
  public record Share(
      double share,
      @Nullable Distribution pods,
      @Nullable Distribution runTime,
      ClusterObject template) {

    public Share {
      if (!(share > 0)) {
        throw new IllegalArgumentException("share must be above 0");
      }
    }
  }
}
