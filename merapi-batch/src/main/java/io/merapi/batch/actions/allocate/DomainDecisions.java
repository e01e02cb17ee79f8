package io.merapi.batch.actions.allocate;

import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.network.HyperNodeTree;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * In which domain each job was put, and within it each of its sub-jobs.
 *
 * <p>While domains are tried, a sub-job says it lies where the trial put it; what it said before is
 * kept here. Once moves are committed, what was decided becomes what job and sub-jobs say.
 */
final class DomainDecisions {

  private final HyperNodeTree tree;
  private final Map<JobState, String> ofJobs = new HashMap<>();
  private final Map<Place, Map<SubJobState, String>> ofSubJobs = new HashMap<>();
  private final Map<JobState, Map<SubJobState, String>> before = new HashMap<>();

  DomainDecisions(HyperNodeTree tree) {
    this.tree = tree;
  }

  /** Keeps where the sub-jobs of a job lie before domains are tried. */
  void remember(JobState job, Iterable<SubJobState> subJobs) {
    var lie = new LinkedHashMap<SubJobState, String>();
    subJobs.forEach(subJob -> lie.put(subJob, subJob.allocatedHyperNode()));
    before.put(job, lie);
  }

  /** Has the sub-jobs of a job lie where they did before domains were tried. */
  void restore(JobState job) {
    before.getOrDefault(job, Map.of()).forEach(SubJobState::setAllocatedHyperNode);
  }

  void decide(JobState job, String domain) {
    ofJobs.put(job, domain);
  }

  /**
   * Puts a sub-job into a domain, beside where it lies already.
   *
   * @param domainOfJob the domain that is tried for the whole job
   */
  void decide(SubJobState subJob, String domainOfJob, String domain) {
    String widened = tree.lowestCommon(subJob.allocatedHyperNode(), domain);
    subJob.setAllocatedHyperNode(widened);
    ofSubJobs
        .computeIfAbsent(new Place(subJob.job(), domainOfJob), _ -> new LinkedHashMap<>())
        .put(subJob, widened);
  }

  /** Makes the decisions on a job, whose moves are committed, what it says. */
  void apply(JobState job) {
    String domain = ofJobs.get(job);
    if (domain == null) {
      return;
    }
    job.setAllocatedHyperNode(tree.lowestCommon(job.allocatedHyperNode(), domain));
    ofSubJobs
        .getOrDefault(new Place(job, domain), Map.of())
        .forEach((subJob, decided) -> {
          subJob.setAllocatedHyperNode(tree.lowestCommon(subJob.allocatedHyperNode(), decided));
          subJob.setNominatedHyperNode("");
        });
  }

  /** A job in a domain. */
  private record Place(JobState job, String domain) {}
}
