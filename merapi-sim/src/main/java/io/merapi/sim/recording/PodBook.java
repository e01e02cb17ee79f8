package io.merapi.sim.recording;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.sim.report.ClusterSeries;
import io.merapi.sim.report.Curve;
import io.merapi.sim.report.SimulationReport.PendingReason;
import io.merapi.sim.report.SimulationReport.PodCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Follows each pod from its coming to its end, and tells jobs, nodes and queues. */
final class PodBook {

  private final JobBook jobs;
  private final NodeBook nodes;
  private final ResourceMeter meter;
  private final RequestMix mix;
  private final WaitingReasons reasons;
  private final long start;
  private final EvictionBook evictions = new EvictionBook();
  private final Map<String, LivePod> live = new HashMap<>();
  private final NamespaceBook namespaces = new NamespaceBook();

  /** Pods whose job was not known when they came; it may come in the same moment. */
  private final List<LivePod> jobless = new ArrayList<>();

  private final Track running = new Track(ClusterSeries.MOST_POINTS);
  private final Track waiting = new Track(ClusterSeries.MOST_POINTS);
  private long arrived;
  private long placed;
  private long finished;
  private long rejections;
  private int onNodes;
  private long lastEnd;

  /**
   * Makes a book without pods.
   *
   * @param start of the simulation, in milliseconds since the epoch
   */
  PodBook(
      JobBook jobs,
      NodeBook nodes,
      ResourceMeter meter,
      RequestMix mix,
      WaitingReasons reasons,
      long start) {
    this.start = start;
    this.jobs = jobs;
    this.nodes = nodes;
    this.meter = meter;
    this.mix = mix;
    this.reasons = reasons;
  }

  void see(Pod pod, long now) {
    LivePod known = live.get(pod.key());
    if (pod.terminated()) {
      if (known != null) {
        known.pod = pod;
        end(known, now);
      }
      return;
    }
    boolean isNew = known == null;
    LivePod one = known == null ? come(pod, now) : known;
    one.pod = pod;
    if (one.job == null) {
      join(one, now);
    }
    if (pod.assigned()) {
      if (one.node == null) {
        place(one, isNew, now);
      }
      boolean runs =
          pod.status().phase() == PodPhase.RUNNING && pod.meta().deletionTimestamp() == null;
      if (runs != one.runs) {
        one.runs = runs;
        meter.use(one.request.amounts, runs ? 1 : -1);
      }
    } else {
      rejections += isNew ? 0 : 1;
      waitFor(one, reasons.reason(message(pod)), now);
    }
  }

  private LivePod come(Pod pod, long now) {
    var one = new LivePod(pod, mix.add(pod), now);
    live.put(pod.key(), one);
    namespaces.of(pod).came();
    arrived++;
    return one;
  }

  private void join(LivePod one, long now) {
    JobHistory job = jobs.of(one.pod, now);
    if (job == null) {
      jobless.add(one);
      return;
    }
    one.job = job;
    job.podCame(one.request);
    if (job.queue != null) {
      job.queue.podsWait(1);
    }
    if (one.node != null) {
      placeInJob(one, job, now);
    }
  }

  private void place(LivePod one, boolean cameWithNode, long now) {
    if (cameWithNode) {
      namespaces.of(one.pod).waitsNoMore();
    } else {
      namespaces.of(one.pod).placed(now - one.came);
      placed++;
      waitFor(one, "", now);
    }
    onNodes++;
    one.placed = now;
    NodeUse node = nodes.of(one.pod.nodeName());
    one.node = node;
    nodes.use(node, one.request, 1);
    meter.allocate(one.request.amounts, 1);
    if (one.job != null) {
      placeInJob(one, one.job, now);
    }
  }

  private void placeInJob(LivePod one, JobHistory job, long now) {
    job.podPlaced(now);
    jobs.start(job, now);
    if (job.queue != null) {
      job.queue.podsWait(-1);
      job.queue.use(one.request.amounts, 1);
    }
  }

  /** What it has waited for until now is added up, and it may wait for something else. */
  private void waitFor(LivePod one, String reason, long now) {
    if (!reason.equals(one.reason)) {
      reasons.add(one.reason, now - one.waitsSince);
      one.reason = reason;
      one.waitsSince = now;
    }
  }

  /** A pod has ended by itself. */
  private void end(LivePod one, long now) {
    live.remove(one.pod.key());
    if (one.node == null) {
      withdraw(one, now);
      return;
    }
    leaveNode(one);
    finished++;
    lastEnd = now;
    if (one.job != null) {
      one.job.podEnded(now, one.pod.status().phase() == PodPhase.SUCCEEDED);
      idle(one, one.job);
    }
  }

  void gone(Pod pod, long now) {
    LivePod one = live.remove(pod.key());
    if (one == null) {
      return;
    }
    if (one.node == null) {
      withdraw(one, now);
      return;
    }
    leaveNode(one);
    if (one.job != null && jobs.isWoundUp(one.pod)) {
      finished++;
      one.job.podWoundUp(now);
    } else {
      evict(one, now);
    }
    if (one.job != null) {
      idle(one, one.job);
    }
  }

  private void evict(LivePod one, long now) {
    double seconds = Math.max(0, worked(one, now) - one.placed) / 1000.0;
    meter.lose(one.request.amounts, seconds);
    evictions.add(one, seconds);
    namespaces.of(one.pod).evicted();
    if (one.job != null) {
      one.job.podEvicted();
    }
  }

  /**
   * Until when a pod that is gone has worked: one that nobody could delete, only until it was lost.
   */
  private long worked(LivePod one, long now) {
    PodCondition eviction = EvictionBook.eviction(one.pod);
    return one.pod.meta().deletionTimestamp() != null
            || eviction == null
            || eviction.lastTransitionTime() == null
        ? now
        : Math.min(now, eviction.lastTransitionTime().toEpochMilli() - start);
  }

  private void withdraw(LivePod one, long now) {
    reasons.add(one.reason, now - one.waitsSince);
    namespaces.of(one.pod).waitsNoMore();
    JobHistory job = one.job;
    if (job != null) {
      job.podWithdrawn();
      if (job.queue != null) {
        job.queue.podsWait(-1);
      }
      idle(one, job);
    }
  }

  private void leaveNode(LivePod one) {
    onNodes--;
    if (one.node != null) {
      nodes.use(one.node, one.request, -1);
    }
    meter.allocate(one.request.amounts, -1);
    if (one.runs) {
      meter.use(one.request.amounts, -1);
    }
    QueueTally queue = one.queue();
    if (queue != null) {
      queue.use(one.request.amounts, -1);
    }
  }

  private void idle(LivePod one, JobHistory job) {
    if (!job.isAlive()) {
      jobs.idle(one.pod, job);
    }
  }

  private static String message(Pod pod) {
    for (PodCondition condition : pod.status().conditions()) {
      if (condition.type().equals("PodScheduled")) {
        return condition.message();
      }
    }
    return "";
  }

  void settle(long now) {
    if (!jobless.isEmpty()) {
      var again = List.copyOf(jobless);
      jobless.clear();
      again.stream()
          .filter(one -> one.job == null && live.get(one.pod.key()) == one)
          .forEach(one -> join(one, now));
      // Pods of other schedulers have no job, and nobody will make one.
      jobless.clear();
    }
    running.set(now, onNodes);
    waiting.set(now, live.size() - onNodes);
  }

  PodCounts counts() {
    return new PodCounts(
        arrived, placed, finished, onNodes, live.size() - onNodes, evictions.pods());
  }

  /** A number that grows with everything that becomes of pods. */
  long changes() {
    return arrived + placed + finished + evictions.pods();
  }

  /** How often a pod was given a node, refused one, or evicted. */
  long decisions() {
    return placed + rejections + evictions.pods();
  }

  /** When the last pod ended by itself. */
  long lastEnd() {
    return lastEnd;
  }

  NamespaceBook namespaces() {
    return namespaces;
  }

  EvictionBook evictions() {
    return evictions;
  }

  Curve runningCurve(long end) {
    return running.curve(end);
  }

  Curve waitingCurve(long end) {
    return waiting.curve(end);
  }

  /** Lets the pods that still wait count for what they wait for. */
  void waitUntil(long end) {
    for (LivePod one : live.values()) {
      if (one.node == null) {
        reasons.add(one.reason, end - one.waitsSince);
      }
    }
  }

  /** Why pods wait at the end, the most frequent first. */
  List<PendingReason> pending() {
    Map<String, List<String>> pods = new TreeMap<>();
    live.forEach((key, one) -> {
      if (one.node == null) {
        pods.computeIfAbsent(message(one.pod), _ -> new ArrayList<>()).add(key);
      }
    });
    return pods.entrySet().stream()
        .map(entry ->
            new PendingReason(
                entry.getKey(),
                entry.getValue().size(),
                entry.getValue().stream().min(Comparator.naturalOrder()).orElse("")))
        .sorted(
            Comparator.comparingLong(PendingReason::pods)
                .reversed()
                .thenComparing(PendingReason::message))
        .toList();
  }
}
