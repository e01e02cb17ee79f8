package io.merapi.sim;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.sim.workload.Arrival;
import io.merapi.sim.workload.Arrivals;
import io.merapi.sim.workload.JobKind;
import io.merapi.sim.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides of kinds of jobs which of them can run, with few trials: a kind that runs stands for all
 * that ask for no more than it does, and one that does not for all that ask for no less.
 *
 * <p>First the kinds are tried that ask for most, which is all there is to do where everything
 * runs. Of the others some are tried that lie evenly among them, round by round. So a trace of a
 * thousand kinds is decided by a few dozen trials; one in which tens of thousands of kinds differ
 * in everything may not be.
 */
final class TrialSearch {

  /** More would take longer than it helps. */
  private static final int MOST_TRIALS = 300;

  /** How many kinds that are alike are tried in one round after the first. */
  private static final int MOST_ALIKE = 8;

  /** Apart in time, so that no job meets another: each is gone when the next one comes. */
  private static final Duration APART = Duration.ofSeconds(10);

  private static final Duration STAYS = Duration.ofSeconds(7);

  private final Scheduling scheduling;
  private final TrialJobs trials;
  private final IdentityHashMap<JobKind, String> reasons = new IdentityHashMap<>();
  private List<JobKind> kinds = List.of();
  private List<JobKind> undecided = List.of();

  TrialSearch(Scheduling scheduling, TrialJobs trials) {
    this.scheduling = scheduling;
    this.trials = trials;
  }

  void run(List<JobKind> all) {
    kinds = all;
    undecided = new ArrayList<>(all);
    int left = MOST_TRIALS;
    List<JobKind> chosen = largest();
    while (left > 0 && !chosen.isEmpty()) {
      List<JobKind> tried = chosen.subList(0, Math.min(left, chosen.size()));
      left -= tried.size();
      decide(tried);
      chosen = spread();
    }
  }

  /** Those that no other one asks for more than. */
  private List<JobKind> largest() {
    var largest = new ArrayList<JobKind>();
    for (List<JobKind> alike : byLikeness()) {
      var ofLikeness = new ArrayList<JobKind>();
      for (JobKind kind : alike.reversed()) {
        if (ofLikeness.stream().noneMatch(kind::asksNoMoreThan)) {
          ofLikeness.add(kind);
        }
      }
      largest.addAll(ofLikeness);
    }
    return largest;
  }

  private List<JobKind> spread() {
    var spread = new ArrayList<JobKind>();
    for (List<JobKind> alike : byLikeness()) {
      int tried = Math.min(MOST_ALIKE, alike.size());
      for (int i = 0; i < tried; i++) {
        spread.add(alike.get((2 * i + 1) * alike.size() / (2 * tried)));
      }
    }
    return spread;
  }

  private List<List<JobKind>> byLikeness() {
    var alike = new LinkedHashMap<Object, List<JobKind>>();
    undecided.forEach(
        kind -> alike.computeIfAbsent(kind.likeness(), _ -> new ArrayList<>()).add(kind));
    alike.values().forEach(group -> group.sort(JobKind.BY_AMOUNTS));
    return List.copyOf(alike.values());
  }

  private void decide(List<JobKind> tried) {
    TrialOutcome outcome = outcome(tried);
    for (int number = 0; number < tried.size(); number++) {
      JobKind one = tried.get(number);
      String name = name(number);
      if (outcome.started(name)) {
        undecided.removeIf(kind -> kind.asksNoMoreThan(one));
      } else {
        undecided.removeIf(kind -> {
          boolean fails = one.asksNoMoreThan(kind);
          if (fails) {
            reasons.put(kind, outcome.reason(name).replace(name, kind.example().name()));
          }
          return fails;
        });
      }
    }
  }

  private TrialOutcome outcome(List<JobKind> tried) {
    Workload cluster = Workload.of(trials.cluster(), new ArrayList<>());
    var arrivals = new ArrayList<Arrival>();
    for (int number = 0; number < tried.size(); number++) {
      Duration when = APART.multipliedBy(number + 1L);
      ClusterObject job = trials.brief(tried.get(number).example(), name(number), when.plus(STAYS));
      arrivals.add(new Arrival(cluster.start().plus(when), job));
    }
    var outcome = new TrialOutcome();
    Duration until = APART.multipliedBy(tried.size() + 1L);
    var options = new Simulation.Options(until, 0, (_, _) -> {}, outcome);
    new Simulation(scheduling, cluster.with((_, _) -> Arrivals.of(arrivals)), options).run();
    return outcome;
  }

  private static String name(int number) {
    return "trial-" + number;
  }

  /** Those that cannot run, with the reason; the first first. */
  Map<JobKind, String> never() {
    var never = new LinkedHashMap<JobKind, String>();
    for (JobKind kind : kinds) {
      String reason = reasons.get(kind);
      if (reason != null) {
        never.put(kind, reason);
      }
    }
    return never;
  }

  /** Whether all were decided. */
  boolean complete() {
    return undecided.isEmpty();
  }

  boolean nothingRuns() {
    return !kinds.isEmpty() && reasons.size() == kinds.size();
  }
}
