package io.merapi.sim;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.node.Node;
import io.merapi.sim.workload.Arrival;
import io.merapi.sim.workload.Arrivals;
import io.merapi.sim.workload.JobKind;
import io.merapi.sim.workload.JobKinds;
import io.merapi.sim.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out what of a workload can never run, by asking the scheduler itself: a job of each kind
 * comes alone to the empty cluster, with all nodes that it will ever have.
 *
 * @param sentences one for each kind of objects that does not run even there, and one for each
 *     reason why jobs of a trace or of a generator do not
 * @param nothingRuns whether that is all there is in the workload
 */
public record WorkloadReview(List<String> sentences, boolean nothingRuns) {

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  public WorkloadReview {
    sentences = List.copyOf(sentences);
  }

  /** Whether a node ever comes. */
  public static boolean hasNodes(Workload workload) {
    try (Arrivals arrivals = workload.open(0)) {
      for (Arrival next = arrivals.next(); next != null; next = arrivals.next()) {
        if (next.object() instanceof Node) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * Tries the jobs of a workload.
   *
   * @param objects of its manifests, with all that the jobs of traces find there
   * @param traced the kinds of jobs of its traces
   * @param seed what chance makes jobs by
   */
  public static WorkloadReview of(
      List<ClusterObject> objects, JobKinds traced, Scheduling scheduling, long seed) {
    var trials = new TrialJobs(scheduling, seed);
    objects.forEach(trials::take);
    var search = new TrialSearch(scheduling, trials);
    search.run(Stream.concat(trials.kinds().stream(), traced.kinds().stream()).toList());
    var sentences = new ArrayList<>(sentences(search.never()));
    if (!sentences.isEmpty() && !(traced.complete() && search.complete())) {
      sentences.add(
          "there may be more of them: the workload has too many kinds of jobs to try all");
    }
    boolean all = trials.complete() && traced.complete();
    return new WorkloadReview(sentences, all && search.nothingRuns());
  }

  /** Objects are told one by one; a trace or a generator may have thousands that lack the same. */
  private static List<String> sentences(Map<JobKind, String> never) {
    var told = new LinkedHashMap<Object, JobKind>();
    var reasons = new LinkedHashMap<Object, String>();
    never.forEach((kind, reason) -> {
      Object subject =
          List.of(
              kind.where() == null ? kind.likeness() : kind.where().file(),
              alike(reason, kind.example().name()));
      told.merge(subject, kind, (first, more) -> first.with(more.jobs()));
      reasons.putIfAbsent(subject, reason);
    });
    return told.entrySet().stream()
        .map(entry -> sentence(entry.getValue(), reasons.getOrDefault(entry.getKey(), "")))
        .toList();
  }

  /** A reason without what differs from job to job: names and numbers. */
  private static String alike(String reason, String name) {
    return NUMBER.matcher(reason.replace(name, "")).replaceAll("#");
  }

  private static String sentence(JobKind kind, String reason) {
    ClusterObject example = kind.example();
    return "%s %s%s%s cannot run even on the empty cluster: %s"
        .formatted(
            example.kind().kindName(),
            example.key(),
            kind.where() == null ? "" : " (%s)".formatted(kind.where()),
            kind.jobs() == 1 ? "" : " and %,d more".formatted(kind.jobs() - 1),
            reason);
  }
}
