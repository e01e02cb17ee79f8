package io.merapi.batch.measures;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler of groups of pods has at one moment, in numbers.
 *
 * @param queues of the last session
 * @param jobs that the last session knew
 */
public record BatchGauges(List<QueueFigures> queues, List<JobFigures> jobs) {

  public static final BatchGauges NONE = new BatchGauges(List.of(), List.of());

  public BatchGauges {
    queues = List.copyOf(queues);
    jobs = List.copyOf(jobs);
  }

  /**
   * A job.
   *
   * @param share of the cluster; absent where no plugin goes by it
   */
  public record JobFigures(
      String namespace, String name, String queue, Instant created, @Nullable Double share) {}
}
