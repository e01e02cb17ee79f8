package io.merapi.sim;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.node.Node;
import io.merapi.sim.workload.Arrival;
import io.merapi.sim.workload.Arrivals;
import io.merapi.sim.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Finds out what of a workload can never run, by asking the scheduler itself: each kind of job
 * comes alone to the empty cluster, with all nodes that it will ever have.
 *
 * @param sentences one for each job that does not run even there, with the scheduler's reason
 * @param nothingRuns whether that is all there is in the workload
 */
public record WorkloadReview(List<String> sentences, boolean nothingRuns) {

  /** Apart in time, so that no job meets another. */
  private static final Duration APART = Duration.ofSeconds(10);

  public WorkloadReview {
    sentences = List.copyOf(sentences);
  }

  /** Whether a node ever comes. */
  public static boolean hasNodes(Workload workload) {
    Arrivals arrivals = workload.open(0);
    for (Arrival next = arrivals.next(); next != null; next = arrivals.next()) {
      if (next.object() instanceof Node) {
        return true;
      }
    }
    return false;
  }

  /**
   * Tries the jobs of some manifests.
   *
   * @param complete whether nothing comes beside them
   */
  public static WorkloadReview of(
      List<ClusterObject> objects, Scheduling scheduling, boolean complete) {
    var trials = new TrialJobs(scheduling);
    objects.forEach(trials::take);
    Workload cluster = Workload.of(trials.cluster(), new ArrayList<>());
    var arrivals = new ArrayList<Arrival>();
    var named = new LinkedHashMap<String, ClusterObject>();
    for (ClusterObject job : trials.jobs()) {
      String name = "trial-" + named.size();
      named.put(name, job);
      arrivals.add(
          new Arrival(
              cluster.start().plus(APART.multipliedBy(named.size())), trials.brief(job, name)));
    }
    var outcome = new TrialOutcome();
    var options =
        new Simulation.Options(APART.multipliedBy(named.size() + 1L), 0, (_, _) -> {}, outcome);
    new Simulation(scheduling, cluster.with((_, _) -> Arrivals.of(arrivals)), options).run();
    var sentences = new ArrayList<String>();
    named.forEach((name, job) -> {
      if (!outcome.started(name)) {
        sentences.add(
            "%s %s cannot run even on the empty cluster: %s"
                .formatted(job.kind().kindName(), job.key(), outcome.reason(name)));
      }
    });
    boolean all = complete && trials.complete() && !named.isEmpty();
    return new WorkloadReview(sentences, all && sentences.size() == named.size());
  }
}
