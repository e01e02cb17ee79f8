package io.merapi.bench.endtoend;

import io.merapi.bench.controlplane.ServerProcess;
import io.merapi.bench.endtoend.BoundPods.Span;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets a contestant bind pods in several rounds: when it has just started, and when it is warm. It
 * is held while the pods of a later round are made, so that in each all are there at once. The
 * first round counts, and of the last ones that of middle speed: a round is over in seconds, and
 * what else the machine does in them may be most of what is seen.
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
  private static final int WARM_ROUNDS = 3;

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

  /** The first round, and the one of middle speed of the last. */
  List<Run> run(Contestant contestant) throws IOException, InterruptedException {
    var runs = new ArrayList<Run>();
    try (BoundPods bound = cluster.boundPods(contestant.scheduler())) {
      var _ = createPods(contestant, bound, pods);
      long started = System.nanoTime();
      try (ServerProcess server = contestant.start().on(cluster)) {
        Span span = bound.await(pods, LIMIT);
        ProcessHandle program = server.program();
        Duration untilFirst = Duration.ofNanos(span.first() - started);
        runs.add(run(contestant, span, ProcessUse.cpu(program), program, untilFirst, null));
        var later = new ArrayList<Again>();
        for (int i = 1; i < rounds; i++) {
          cluster.deletePods();
          later.add(again(contestant, bound, program));
        }
        Again warm = middle(later.subList(Math.max(0, later.size() - WARM_ROUNDS), later.size()));
        Run.Lone lone = lonePods == 0 ? null : lone(contestant, bound, program);
        runs.add(run(contestant, warm.span, warm.cpu, program, null, lone));
      }
    }
    cluster.deletePods();
    return runs;
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

  private record Again(Span span, Duration cpu) {}

  private static Again middle(List<Again> rounds) {
    return rounds.stream()
        .sorted(Comparator.comparingLong(round -> round.span.last() - round.span.first()))
        .skip(rounds.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  private Again again(Contestant contestant, BoundPods bound, ProcessHandle program)
      throws IOException, InterruptedException {
    Thread.sleep(PAUSE);
    ProcessUse.signal(program, "STOP");
    var _ = createPods(contestant, bound, pods);
    Duration before = ProcessUse.cpu(program);
    ProcessUse.signal(program, "CONT");
    Span span = bound.await(pods, LIMIT);
    return new Again(span, ProcessUse.cpu(program).minus(before));
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
