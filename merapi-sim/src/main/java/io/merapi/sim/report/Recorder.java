package io.merapi.sim.report;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.sim.report.SimulationReport.Moment;
import io.merapi.sim.report.SimulationReport.NamespaceLine;
import io.merapi.sim.report.SimulationReport.PendingReason;
import io.merapi.sim.report.SimulationReport.PodCounts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Watches a simulated cluster and keeps what the report needs; used by one thread. */
public final class Recorder implements Consumer<ObjectEvent> {

  private final InstantSource clock;
  private final Instant start;
  private final PodRequests.Rules rules;
  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final UseMeter meter;
  private final QueueRecorder queues;
  private final Map<String, ResourceAmounts> nodes = new HashMap<>();
  private final Map<String, Running> running = new HashMap<>();
  private final Map<String, Pod> pending = new TreeMap<>();
  private final Map<String, Tally> namespaces = new TreeMap<>();
  private final List<Sample> samples = new ArrayList<>();
  private long finished;

  /**
   * Makes a recorder that has seen nothing.
   *
   * @param defaultQueue of groups that name none
   */
  public Recorder(InstantSource clock, PodRequests.Rules rules, String defaultQueue) {
    this.clock = clock;
    this.start = clock.instant();
    this.rules = rules;
    this.meter = new UseMeter(dictionary, start);
    this.queues = new QueueRecorder(clock, dictionary, defaultQueue);
  }

  @Override
  public void accept(ObjectEvent event) {
    switch (event) {
      case ObjectEvent.Applied(Node node) -> {
        forget(node.name());
        var amounts = ResourceAmounts.of(node.allocatable(), dictionary);
        nodes.put(node.name(), amounts);
        meter.offer(clock.instant(), amounts, 1);
      }
      case ObjectEvent.Deleted(Node node) -> forget(node.name());
      case ObjectEvent.Applied(Queue queue) -> queues.see(queue);
      case ObjectEvent.Applied(PodGroup group) -> queues.see(group);
      case ObjectEvent.Deleted(PodGroup group) -> queues.gone(group);
      case ObjectEvent.Applied(Pod pod) -> see(pod);
      case ObjectEvent.Deleted(Pod pod) -> gone(pod);
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  private void forget(String node) {
    ResourceAmounts amounts = nodes.remove(node);
    if (amounts != null) {
      meter.offer(clock.instant(), amounts, -1);
    }
  }

  private void see(Pod pod) {
    String key = pod.key();
    if (pod.terminated()) {
      pending.remove(key);
      if (end(pod)) {
        finished++;
      }
    } else if (!pod.assigned()) {
      if (pending.put(key, pod) == null) {
        tally(pod).arrived++;
      }
    } else if (!running.containsKey(key)) {
      begin(pod);
    }
  }

  private void begin(Pod pod) {
    Tally tally = tally(pod);
    if (pending.remove(pod.key()) == null) {
      tally.arrived++;
    } else {
      tally.placed++;
      Instant created = pod.meta().creationTimestamp();
      Instant now = clock.instant();
      tally.waits.add(Duration.between(created == null ? now : created, now));
    }
    ResourceAmounts requests = PodRequests.of(pod, dictionary, rules).requests();
    running.put(pod.key(), new Running(pod, requests));
    meter.use(clock.instant(), requests, 1);
    queues.begin(pod, requests);
  }

  private boolean end(Pod pod) {
    Running ended = running.remove(pod.key());
    if (ended == null) {
      return false;
    }
    meter.use(clock.instant(), ended.requests, -1);
    queues.end(pod, ended.requests);
    return true;
  }

  private void gone(Pod pod) {
    pending.remove(pod.key());
    if (end(pod)) {
      queues.evicted(pod);
      tally(pod).evicted++;
    }
  }

  private Tally tally(Pod pod) {
    return namespaces.computeIfAbsent(pod.namespace(), _ -> new Tally());
  }

  /** Takes note of the moment that is over, for the timeline and the peaks. */
  public void settle() {
    meter.settle();
    samples.add(
        new Sample(
            clock.instant(), running.size(), pending.size(), meter.shares(meter.resources())));
  }

  /** What to show while the simulation runs. */
  public PodCounts counts() {
    long arrived = 0;
    long placed = 0;
    long evicted = 0;
    for (Tally tally : namespaces.values()) {
      arrived += tally.arrived;
      placed += tally.placed;
      evicted += tally.evicted;
    }
    return new PodCounts(arrived, placed, finished, running.size(), pending.size(), evicted);
  }

  /**
   * The report of all that was seen.
   *
   * @param moments how many points the timeline has
   */
  public SimulationReport report(int moments) {
    Instant end = clock.instant();
    var lines = new ArrayList<NamespaceLine>();
    var waits = new ArrayList<Duration>();
    Map<String, Long> waiting = new HashMap<>();
    pending.values().forEach(pod -> waiting.merge(pod.namespace(), 1L, Long::sum));
    namespaces.forEach((name, tally) -> {
      waits.addAll(tally.waits);
      lines.add(
          new NamespaceLine(
              name,
              tally.arrived,
              tally.placed,
              waiting.getOrDefault(name, 0L),
              tally.evicted,
              WaitTimes.of(tally.waits)));
    });
    List<ResourceUse> resources = meter.result(end);
    return new SimulationReport(
        start,
        end,
        nodes.size(),
        counts(),
        WaitTimes.of(waits),
        lines,
        queues.queues(meter, resources),
        queues.waiting(),
        queues.evictions(),
        resources,
        reasons(),
        Timeline.of(samples, start, end, moments));
  }

  private List<PendingReason> reasons() {
    Map<String, List<String>> pods = new TreeMap<>();
    pending.forEach(
        (key, pod) -> pods.computeIfAbsent(message(pod), _ -> new ArrayList<>()).add(key));
    return pods.entrySet().stream()
        .map(entry ->
            new PendingReason(entry.getKey(), entry.getValue().size(), entry.getValue().getFirst()))
        .sorted(
            Comparator.comparingLong(PendingReason::pods)
                .reversed()
                .thenComparing(PendingReason::message))
        .toList();
  }

  private static String message(Pod pod) {
    for (PodCondition condition : pod.status().conditions()) {
      if (condition.type().equals("PodScheduled")) {
        return condition.message();
      }
    }
    return "";
  }

  /** A pod on a node, and what it holds there. */
  private record Running(Pod pod, ResourceAmounts requests) {}

  /** One moment, with as many resources as were known then. */
  record Sample(Instant when, long running, long pending, List<Double> shares) {

    Moment at(Instant moment) {
      return new Moment(moment, running, pending, shares);
    }
  }

  /** The pods of one namespace so far. */
  private static final class Tally {
    long arrived;
    long placed;
    long evicted;
    final List<Duration> waits = new ArrayList<>();
  }
}
