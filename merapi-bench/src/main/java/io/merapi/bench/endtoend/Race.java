package io.merapi.bench.endtoend;

import io.merapi.bench.controlplane.ServerProcess;
import io.merapi.bench.endtoend.BoundPods.Span;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets a contestant bind pods twice: when it has just started, and when it is warm. It is held
 * while the pods of the second round are made, so that in both rounds all are there at once.
 */
final class Race {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** So that the end of the pods of a round has been seen before the next one begins. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final TestCluster cluster;
  private final int pods;
  private final int lonePods;

  Race(TestCluster cluster, int pods, int lonePods) {
    this.cluster = cluster;
    this.pods = pods;
    this.lonePods = lonePods;
  }

  /** The first round and the second. */
  List<Run> run(Contestant contestant) throws IOException, InterruptedException {
    var runs = new ArrayList<Run>();
    cluster.createPods(pods, contestant.scheduler(), contestant.grouped());
    long started;
    Span span;
    try (BoundPods bound = cluster.boundPods(contestant.scheduler())) {
      started = System.nanoTime();
      try (ServerProcess server = contestant.start().on(cluster)) {
        span = bound.await(pods, LIMIT);
        ProcessHandle program = server.program();
        runs.add(
            run(
                contestant,
                span,
                ProcessUse.cpu(program),
                program,
                Duration.ofNanos(span.first() - started),
                null));
        cluster.deletePods();
        runs.add(warm(contestant, program));
      }
    }
    cluster.deletePods();
    return runs;
  }

  private Run warm(Contestant contestant, ProcessHandle program)
      throws IOException, InterruptedException {
    Thread.sleep(PAUSE);
    ProcessUse.signal(program, "STOP");
    cluster.createPods(pods, contestant.scheduler(), contestant.grouped());
    Duration before = ProcessUse.cpu(program);
    Span span;
    Duration cpu;
    try (BoundPods bound = cluster.boundPods(contestant.scheduler())) {
      ProcessUse.signal(program, "CONT");
      span = bound.await(pods, LIMIT);
      cpu = ProcessUse.cpu(program).minus(before);
    }
    Run.Lone lone = lonePods == 0 ? null : lone(contestant);
    return run(contestant, span, cpu, program, null, lone);
  }

  private Run.Lone lone(Contestant contestant) throws IOException, InterruptedException {
    Thread.sleep(PAUSE);
    var times = new ArrayList<Duration>();
    for (int i = 0; i < lonePods; i++) {
      try (BoundPods bound = cluster.boundPods(contestant.scheduler())) {
        long asked = System.nanoTime();
        cluster.createPods(1, contestant.scheduler(), contestant.grouped());
        times.add(Duration.ofNanos(bound.await(1, LIMIT).last() - asked));
      }
    }
    times.sort(Duration::compareTo);
    return new Run.Lone(times.get(times.size() / 2), times.get(times.size() * 99 / 100));
  }

  private Run run(
      Contestant contestant,
      Span span,
      Duration cpu,
      ProcessHandle program,
      @Nullable Duration untilFirst,
      Run.@Nullable Lone lone)
      throws IOException {
    return new Run(
        contestant.name(),
        untilFirst == null,
        (pods - 1) * 1e9 / (span.last() - span.first()),
        cpu.dividedBy(pods),
        ProcessUse.peakMemory(program),
        untilFirst,
        lone);
  }
}
