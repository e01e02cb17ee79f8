package io.merapi.sim.compare;

import io.merapi.sim.Scheduling;
import io.merapi.sim.Simulation;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * How configurations differ on the same workload.
 *
 * @param labels of the configurations
 * @param seeds of the runs; each configuration ran with each of them
 * @param rows one for each figure
 * @param reports of each configuration with the first seed
 */
public record Comparison(
    List<String> labels, List<Long> seeds, List<Row> rows, List<SimulationReport> reports) {

  public Comparison {
    labels = List.copyOf(labels);
    seeds = List.copyOf(seeds);
    rows = List.copyOf(rows);
    reports = List.copyOf(reports);
  }

  /** A configuration that takes part. */
  public record Candidate(String label, Scheduling scheduling) {}

  /**
   * A figure under all configurations.
   *
   * @param estimates by configuration
   * @param differences of each to the first configuration, seed by seed; the first is all zero
   */
  public record Row(Figure figure, List<Estimate> estimates, List<Estimate> differences) {

    public Row {
      estimates = List.copyOf(estimates);
      differences = List.copyOf(differences);
    }
  }

  /** Told how many of the runs are done. */
  public interface Progress {

    void done(int runs, int of);
  }

  /**
   * Runs every candidate with every seed. The result does not depend on the number of threads.
   *
   * @param until how much virtual time passes at most in each; null for no limit
   * @param progress called by one thread
   */
  public static Comparison of(
      List<Candidate> candidates,
      Workload workload,
      @Nullable Duration until,
      List<Long> seeds,
      int threads,
      Progress progress) {
    try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
      var runs = new ArrayList<Future<Result>>();
      for (Candidate candidate : candidates) {
        for (Long seed : seeds) {
          boolean whole = seed.equals(seeds.getFirst());
          runs.add(
              workers.submit(() -> result(candidate.scheduling, workload, until, seed, whole)));
        }
      }
      try {
        return of(candidates, seeds, results(runs, progress));
      } catch (RuntimeException e) {
        workers.shutdownNow();
        throw e;
      }
    }
  }

  private static Result result(
      Scheduling scheduling,
      Workload workload,
      @Nullable Duration until,
      long seed,
      boolean whole) {
    var options = new Simulation.Options(until, seed, (_, _) -> {});
    SimulationReport report = new Simulation(scheduling.withSeed(seed), workload, options).run();
    return new Result(Figure.of(report), whole ? report : null);
  }

  private static List<Result> results(List<Future<Result>> runs, Progress progress) {
    var results = new ArrayList<Result>();
    for (Future<Result> run : runs) {
      try {
        results.add(run.get());
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException cause
            ? cause
            : new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while simulations ran", e);
      }
      progress.done(results.size(), runs.size());
    }
    return results;
  }

  private static Comparison of(List<Candidate> candidates, List<Long> seeds, List<Result> results) {
    Set<Figure> figures = new LinkedHashSet<>();
    results.forEach(result -> figures.addAll(result.figures.keySet()));
    var rows = new ArrayList<Row>();
    for (Figure figure : figures) {
      var estimates = new ArrayList<Estimate>();
      var differences = new ArrayList<Estimate>();
      for (int candidate = 0; candidate < candidates.size(); candidate++) {
        var values = new ArrayList<Double>();
        var toFirst = new ArrayList<Double>();
        for (int seed = 0; seed < seeds.size(); seed++) {
          double value = results.get(candidate * seeds.size() + seed).of(figure);
          values.add(value);
          toFirst.add(value - results.get(seed).of(figure));
        }
        estimates.add(Estimate.of(values));
        differences.add(Estimate.of(toFirst));
      }
      rows.add(new Row(figure, estimates, differences));
    }
    return new Comparison(
        candidates.stream().map(Candidate::label).toList(),
        seeds,
        rows,
        results.stream().map(Result::report).filter(report -> report != null).toList());
  }

  /** What is kept of a run; whole reports of all runs would be too much. */
  private record Result(Map<Figure, Double> figures, @Nullable SimulationReport report) {

    double of(Figure figure) {
      return figures.getOrDefault(figure, 0.0);
    }
  }
}
