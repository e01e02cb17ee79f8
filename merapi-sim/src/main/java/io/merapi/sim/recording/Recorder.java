package io.merapi.sim.recording;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.Queue;
import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.workload.Job;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.sim.report.ClusterSeries;
import io.merapi.sim.report.Curve;
import io.merapi.sim.report.Durations;
import io.merapi.sim.report.Fairness;
import io.merapi.sim.report.LiveFigures.InUse;
import io.merapi.sim.report.QueueLine;
import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.NamespaceLine;
import io.merapi.sim.report.SimulationReport.PodCounts;
import io.merapi.sim.report.WaitingGroup;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Watches a simulated cluster and keeps what the report needs; used by one thread.
 *
 * <p>Implementation note: an event costs the same however many pods have finished. What is kept for
 * good is one history per job, the wait of each pod, and tracks of bounded length.
 */
public final class Recorder implements Consumer<ObjectEvent> {

  private final InstantSource clock;
  private final Instant start;
  private final ResourceMeter meter;
  private final NodeBook nodes;
  private final WaitingReasons reasons = new WaitingReasons();
  private final QueueBook queues;
  private final JobBook jobs;
  private final PodBook pods;

  /**
   * Makes a recorder that has seen nothing.
   *
   * @param defaultQueue of groups that name none; null where pods are scheduled one by one
   */
  public Recorder(InstantSource clock, PodRequests.Rules rules, @Nullable String defaultQueue) {
    this.clock = clock;
    this.start = clock.instant();
    var dictionary = new ResourceDictionary();
    var mix = new RequestMix(dictionary, rules);
    this.meter = new ResourceMeter(dictionary);
    this.nodes = new NodeBook(dictionary, meter, mix);
    this.queues = new QueueBook(defaultQueue == null ? "" : defaultQueue, dictionary, meter);
    this.jobs = defaultQueue == null ? new OwnerJobs() : new GroupJobs(queues, reasons);
    this.pods = new PodBook(jobs, nodes, meter, mix, reasons, start.toEpochMilli());
  }

  private long now() {
    return clock.instant().toEpochMilli() - start.toEpochMilli();
  }

  @Override
  public void accept(ObjectEvent event) {
    switch (event) {
      case ObjectEvent.Applied(Node node) -> nodes.see(node);
      case ObjectEvent.Deleted(Node node) -> nodes.gone(node);
      case ObjectEvent.Applied(Queue queue) -> queues.see(queue);
      case ObjectEvent.Applied(PodGroup group) -> jobs.see(group, now());
      case ObjectEvent.Deleted(PodGroup group) -> jobs.gone(group);
      case ObjectEvent.Applied(VolcanoJob job) -> jobs.see(job);
      case ObjectEvent.Deleted(VolcanoJob job) -> jobs.gone(job);
      case ObjectEvent.Applied(Job job) -> jobs.see(job);
      case ObjectEvent.Deleted(Job job) -> jobs.gone(job);
      case ObjectEvent.Applied(Pod pod) -> pods.see(pod, now());
      case ObjectEvent.Deleted(Pod pod) -> pods.gone(pod, now());
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  /** The scheduler has written an event about a group. */
  public void told(PodGroup group, String message) {
    jobs.told(group, message);
  }

  /** Takes from a session what queues deserve. */
  public void see(SchedulingSession session) {
    queues.see(session);
  }

  /** Takes note of the moment that is over: only what lasts beyond it counts. */
  public void settle() {
    long now = now();
    pods.settle(now);
    jobs.settle(now);
    meter.settle(now);
    queues.settle(now, nodes.offersChanged());
    nodes.settle(now);
  }

  /** A number that grows with everything that becomes of pods. */
  public long changes() {
    return pods.changes();
  }

  public PodCounts counts() {
    return pods.counts();
  }

  /** How often the scheduler gave a pod a node, refused it one, or evicted it. */
  public long decisions() {
    return pods.decisions();
  }

  /** The resources that nodes offer now. */
  public List<InUse> inUse() {
    return Arrays.stream(meter.shown())
        .mapToObj(id -> new InUse(meter.name(id), meter.share(id)))
        .toList();
  }

  /** The report of all that was seen; asked for once, at the end. */
  public SimulationReport report() {
    long end = now();
    int[] resources = meter.shown();
    List<QueueTally> queuesWithJobs = queues.withJobs();
    List<ResourceUse> uses = Arrays.stream(resources).mapToObj(id -> meter.use(id, end)).toList();

    var overall = new JobTally();
    var byNamespace = new HashMap<String, JobTally>();
    var byQueue = new HashMap<QueueTally, JobTally>();
    var buckets = new WaitBuckets();
    for (JobHistory job : jobs.all()) {
      overall.add(job, end);
      byNamespace.computeIfAbsent(job.namespace, _ -> new JobTally()).add(job, end);
      if (job.queue != null) {
        byQueue.computeIfAbsent(job.queue, _ -> new JobTally()).add(job, end);
      }
      buckets.add(job.waited(end), job.hasStarted());
    }
    var podWaits = LongStream.builder();
    List<NamespaceLine> namespaces = pods.namespaces().lines(byNamespace, podWaits);
    List<WaitingGroup> waitingGroups = jobs.waiting(end);
    pods.waitUntil(end);
    return new SimulationReport(
        start,
        clock.instant(),
        makespan(),
        nodes.size(),
        counts(),
        Durations.of(podWaits.build().toArray()),
        overall.summary(),
        namespaces,
        lines(queuesWithJobs, byQueue, resources, end),
        fairness(queuesWithJobs, resources, uses, end),
        waitingGroups,
        pods.evictions().lines(),
        pods.evictions().lost(resources, meter),
        uses,
        nodes.fragmentation(end),
        pods.pending(),
        reasons.result(),
        buckets.result(),
        new JobList(jobs.all(), start, end),
        series(queuesWithJobs, resources, end),
        nodes.heatMap(start, end));
  }

  private Duration makespan() {
    return jobs.all().isEmpty()
        ? Duration.ZERO
        : Duration.ofMillis(Math.max(0, pods.lastEnd() - jobs.all().getFirst().arrival()));
  }

  private List<QueueLine> lines(
      List<QueueTally> tallies, Map<QueueTally, JobTally> jobTallies, int[] resources, long end) {
    return tallies.stream()
        .map(tally -> {
          JobTally ofJobs = jobTallies.getOrDefault(tally, new JobTally());
          return tally.line(ofJobs.summary(), resources, meter, end);
        })
        .toList();
  }

  private static @Nullable Fairness fairness(
      List<QueueTally> tallies, int[] resources, List<ResourceUse> uses, long end) {
    if (tallies.isEmpty() || resources.length == 0) {
      return null;
    }
    int most = 0;
    for (int i = 1; i < resources.length; i++) {
      most = uses.get(i).average() > uses.get(most).average() ? i : most;
    }
    int scarce = resources[most];
    double[] parts =
        tallies.stream()
            .mapToDouble(tally -> tally.usedOfDeserved(scarce, end))
            .filter(part -> !Double.isNaN(part))
            .toArray();
    return new Fairness(uses.get(most).resource(), Fairness.jain(parts));
  }

  private ClusterSeries series(List<QueueTally> tallies, int[] resources, long end) {
    Curve running = pods.runningCurve(end);
    return new ClusterSeries(
        start,
        Duration.ofMillis(Track.step(end, ClusterSeries.MOST_POINTS)),
        running.size(),
        running,
        pods.waitingCurve(end),
        jobs.pendingCurve(end),
        Arrays.stream(resources).mapToObj(id -> meter.curves(id, end)).toList(),
        tallies.stream().map(tally -> tally.curves(resources, meter, end)).toList(),
        nodes.fragmentedGpus(end));
  }
}
