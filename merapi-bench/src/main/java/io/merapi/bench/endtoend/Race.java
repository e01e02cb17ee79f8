package io.merapi.bench.endtoend;

import io.merapi.bench.controlplane.ServerProcess;
import io.merapi.bench.endtoend.BoundPods.Span;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets a contestant bind pods in several rounds: when it has just started, and when it is warm. It
 * is held while the pods of a later round are made, so that in each all are there at once. The
 * first round counts, and of the last ones that of middle speed: a round is over in seconds, and
 * the API server's collections of garbage in them, or what the machine does for others, may be most
 * of what is seen.
 */
final class Race {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** So that the end of the pods of a round has been seen before the next one begins. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /**
   * How many lone pods come first, for each that counts: what is done for a pod alone has hardly
   * been done in rounds of thousands, and is as slow as at the start.
   */
  private static final int LONE_WARM_UPS = 10;

  /** How many rounds the warm one is chosen from, where there are as many after the first. */
  private static final int WARM_ROUNDS = 5;

  private final TestCluster cluster;
  private final int pods;
  private final int rounds;
  private final int lonePods;
  private int round;

  /**
   * @param rounds how many there are, at least two
   */
  Race(TestCluster cluster, int pods, int rounds, int lonePods) {
    this.cluster = cluster;
    this.pods = pods;
    this.rounds = rounds;
    this.lonePods = lonePods;
  }

  /** A round that nobody counts: the API server, too, is slow until it has worked for a while. */
  void warmUp(Contestant contestant) throws IOException, InterruptedException {
    try (BoundPods bound = cluster.boundPods(contestant.scheduler())) {
      var _ = createPods(contestant, bound, pods);
      try (ServerProcess _ = contestant.start().on(cluster)) {
        bound.await(pods, LIMIT);
      }
    }
    cluster.deletePods();
  }

  /** The first round, and the last ones. */
  Rounds run(Contestant contestant) throws IOException, InterruptedException {
    var warm = new ArrayList<Run>();
    Run cold;
    try (BoundPods bound = cluster.boundPods(contestant.scheduler())) {
      var _ = createPods(contestant, bound, pods);
      long started = System.nanoTime();
      try (ServerProcess server = contestant.start().on(cluster)) {
        Span span = bound.await(pods, LIMIT);
        ProcessHandle program = server.program();
        Duration untilFirst = Duration.ofNanos(span.first() - started);
        cold = run(contestant, span, ProcessUse.cpu(program), program).firstAfter(untilFirst);
        for (int i = 1; i < rounds; i++) {
          cluster.deletePods();
          warm.add(again(contestant, bound, program));
        }
        if (lonePods > 0) {
          Run.Lone lone = lone(contestant, bound, program);
          warm.replaceAll(run -> run.with(lone));
        }
      }
    }
    cluster.deletePods();
    return new Rounds(cold, warm.subList(Math.max(0, warm.size() - WARM_ROUNDS), warm.size()));
  }

  /**
   * Makes the pods of another round.
   *
   * @return when they were asked for; their groups were there by then
   */
  private long createPods(Contestant contestant, BoundPods bound, int count)
      throws IOException, InterruptedException {
    bound.begin(TestCluster.keyPrefix(round));
    if (contestant.grouped()) {
      cluster.createGroups(round, count);
    }
    long asked = System.nanoTime();
    cluster.createPods(round++, count, contestant.scheduler(), contestant.grouped());
    return asked;
  }

  private Run again(Contestant contestant, BoundPods bound, ProcessHandle program)
      throws IOException, InterruptedException {
    Thread.sleep(PAUSE);
    ProcessUse.signal(program, "STOP");
    var _ = createPods(contestant, bound, pods);
    Duration before = ProcessUse.cpu(program);
    ProcessUse.signal(program, "CONT");
    Span span = bound.await(pods, LIMIT);
    return run(contestant, span, ProcessUse.cpu(program).minus(before), program);
  }

  private Run.Lone lone(Contestant contestant, BoundPods bound, ProcessHandle program)
      throws IOException, InterruptedException {
    awaitRest(program);
    oneByOne(contestant, bound, LONE_WARM_UPS * lonePods);
    awaitRest(program);
    List<Duration> times = oneByOne(contestant, bound, lonePods);
    times.sort(Duration::compareTo);
    return new Run.Lone(percentile(times, 50), percentile(times, 99));
  }

  /** The least of the times, in their order, that so many of a hundred do not exceed. */
  private static Duration percentile(List<Duration> times, int percent) {
    return times.get(Math.ceilDiv(times.size() * percent, 100) - 1);
  }

  private List<Duration> oneByOne(Contestant contestant, BoundPods bound, int count)
      throws IOException, InterruptedException {
    var times = new ArrayList<Duration>();
    for (int i = 0; i < count; i++) {
      long asked = createPods(contestant, bound, 1);
      times.add(Duration.ofNanos(bound.await(1, LIMIT).last() - asked));
    }
    return times;
  }

  /** Waits until it has told what there is to tell of the pods before, which takes a while. */
  private static void awaitRest(ProcessHandle program) throws InterruptedException {
    Duration before;
    Duration now = ProcessUse.cpu(program);
    do {
      before = now;
      Thread.sleep(PAUSE);
      now = ProcessUse.cpu(program);
    } while (now.minus(before).compareTo(PAUSE.dividedBy(20)) > 0);
  }

  private Run run(Contestant contestant, Span span, Duration cpu, ProcessHandle program)
      throws IOException {
    return new Run(
        contestant.name(),
        (pods - 1) * 1e9 / (span.last() - span.first()),
        cpu.dividedBy(pods),
        ProcessUse.peakMemory(program),
        null,
        null);
  }
}
