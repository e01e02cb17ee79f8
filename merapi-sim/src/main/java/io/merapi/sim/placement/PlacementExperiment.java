package io.merapi.sim.placement;

import io.merapi.sim.trace.PodShape;
import io.merapi.sim.trace.TracedJob;
import io.merapi.sim.trace.TracedNode;
import io.merapi.sim.trace.Traces;
import io.merapi.sim.workload.WorkloadException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/**
 * Tries policies on one cluster and one list of pods, with several seeds.
 *
 * @param marks at which shares of all GPUs asked for, in percent and rising, it is measured how
 *     much was given; the last one ends a trial
 */
public record PlacementExperiment(
    List<TracedNode> nodes,
    List<PodShape> pods,
    List<PlacementPolicy> policies,
    List<Long> seeds,
    List<Integer> marks) {

  private static final int PERCENT = 100;

  public PlacementExperiment {
    nodes = List.copyOf(nodes);
    pods = List.copyOf(pods);
    policies = List.copyOf(policies);
    seeds = List.copyOf(seeds);
    marks = List.copyOf(marks);
  }

  /**
   * Takes nodes and pods from traces.
   *
   * @throws WorkloadException where one of both is missing
   */
  public static PlacementExperiment of(
      Traces traces, List<PlacementPolicy> policies, List<Long> seeds, List<Integer> marks) {
    var nodes = new ArrayList<TracedNode>();
    var pods = new ArrayList<PodShape>();
    traces.forEach(entry -> {
      switch (entry) {
        case TracedNode node -> nodes.add(node);
        case TracedJob job -> pods.addAll(Collections.nCopies(job.pods(), job.shape()));
      }
    });
    if (nodes.stream().noneMatch(node -> node.cards() > 0)) {
      throw new WorkloadException("no node has a GPU; a node list with GPUs is needed");
    }
    if (pods.stream().noneMatch(pod -> pod.totalCardMillis() > 0)) {
      throw new WorkloadException("no pod asks for a GPU; a pod list with GPUs is needed");
    }
    return new PlacementExperiment(nodes, pods, policies, seeds, marks);
  }

  /** Told of every trial that has ended. */
  public interface Progress {

    void ended(int trials, int of);
  }

  /** Runs all trials, as many at once as there are processors; the outcome is that of one. */
  public List<PolicyResult> run(Progress progress) {
    try (var pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      var running = new ArrayList<List<Future<List<Double>>>>();
      for (PlacementPolicy policy : policies) {
        running.add(seeds.stream().map(seed -> pool.submit(trial(policy, seed))).toList());
      }
      var results = new ArrayList<PolicyResult>();
      int ended = 0;
      for (int i = 0; i < policies.size(); i++) {
        var trials = new ArrayList<PolicyResult.Trial>();
        for (int k = 0; k < seeds.size(); k++) {
          trials.add(new PolicyResult.Trial(seeds.get(k), outcome(running.get(i).get(k))));
          progress.ended(++ended, policies.size() * seeds.size());
        }
        results.add(new PolicyResult(policies.get(i).name(), trials));
      }
      return results;
    }
  }

  private static List<Double> outcome(Future<List<Double>> trial) {
    try {
      return trial.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while trials were under way", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a trial broke", e.getCause());
    }
  }

  /** One trial: the percentage of all GPUs that was given at each of the marks. */
  private Callable<List<Double>> trial(PlacementPolicy policy, long seed) {
    return () -> {
      long all = nodes.stream().mapToLong(TracedNode::cardMillis).sum();
      List<PodShape> order = PodOrder.of(pods, target(all, marks.getLast()), seed);
      var shares = new ArrayList<Double>();
      long given = 0;
      long asked = 0;
      int next = 0;
      try (Placer placer = policy.start(nodes, pods, seed)) {
        for (int mark : marks) {
          int from = next;
          while (next < order.size() && asked < target(all, mark)) {
            asked += order.get(next++).totalCardMillis();
          }
          given += placer.place(order.subList(from, next));
          shares.add((double) PERCENT * given / all);
        }
      }
      return shares;
    };
  }

  /** A percentage of all GPUs, in thousandths of a card. */
  private static long target(long all, int percent) {
    return Math.ceilDiv(all * percent, PERCENT);
  }

  /** Seeds from the first one on. */
  public static List<Long> seeds(long first, int count) {
    return LongStream.range(first, first + count).boxed().toList();
  }
}
