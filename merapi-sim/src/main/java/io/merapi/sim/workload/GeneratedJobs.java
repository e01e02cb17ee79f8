package io.merapi.sim.workload;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.simulation.Distribution;
import io.merapi.api.simulation.WorkloadGenerator;
import io.merapi.api.simulation.WorkloadGenerator.Share;
import io.merapi.api.workload.Job;
import io.merapi.api.workload.PodTemplate;
import io.merapi.kube.configuration.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The jobs that a generator makes; they get its name and a number. */
final class GeneratedJobs implements ArrivalSource {

  private static final double MILLIS = 1000;

  private final WorkloadGenerator generator;

  GeneratedJobs(WorkloadGenerator generator) {
    this.generator = generator;
  }

  @Override
  public Arrivals open(Instant start, long seed) {
    return new Run(start, Chance.of(seed, generator.key()));
  }

  private final class Run implements Arrivals {
    private final Instant start;
    private final RandomGenerator random;
    private final ArrivalTimes times;
    private final ArrayDeque<Arrival> made = new ArrayDeque<>();
    private long jobs;
    private Duration last = Duration.ZERO;

    Run(Instant start, RandomGenerator random) {
      this.start = start;
      this.random = random;
      this.times =
          ArrivalTimes.of(generator.arrivals(), generator.from().toMillis() / MILLIS, random);
    }

    @Override
    public @Nullable Arrival next() {
      if (made.isEmpty()) {
        make();
      }
      return made.poll();
    }

    @Override
    public double share() {
      if (generator.count() != null) {
        return (double) jobs / generator.count();
      }
      return generator.until() == null
          ? Double.NaN
          : Math.min(1, last.toMillis() / (double) generator.until().toMillis());
    }

    private void make() {
      if (generator.count() != null && jobs >= generator.count()) {
        return;
      }
      var since = Duration.ofMillis(Math.round(times.next() * MILLIS));
      last = since;
      if (generator.until() != null && since.compareTo(generator.until()) > 0) {
        return;
      }
      String name = generator.name() + "-" + jobs++;
      for (ClusterObject object : job(name, chosen())) {
        made.add(new Arrival(start.plus(since), object));
      }
    }

    private Share chosen() {
      double total = generator.jobs().stream().mapToDouble(Share::share).sum();
      double left = random.nextDouble() * total;
      for (Share share : generator.jobs()) {
        left -= share.share();
        if (left < 0) {
          return share;
        }
      }
      return generator.jobs().getLast();
    }

    private List<ClusterObject> job(String name, Share share) {
      Integer pods = share.pods() == null ? null : whole(share.pods());
      String runTime = share.runTime() == null ? null : text(share.runTime());
      return switch (share.template()) {
        case VolcanoJob job -> List.of(sized(job, meta(name, job.meta()), pods, runTime));
        case Job job -> List.of(sized(job, meta(name, job.meta()), pods, runTime));
        case Pod pod -> pods(pod, name, pods == null ? 1 : pods, runTime);
        default -> throw new IllegalStateException("no template: " + share.template().kind());
      };
    }

    private int whole(Distribution pods) {
      return Math.clamp(Math.round(pods.sample(random)), 1, Integer.MAX_VALUE);
    }

    private String text(Distribution runTime) {
      long millis = Math.max(1, Math.round(runTime.sample(random) * MILLIS));
      return GoDuration.format(Duration.ofMillis(millis));
    }
  }

  private ObjectMeta meta(String name, ObjectMeta template) {
    String namespace = generator.meta().namespace();
    return ObjectMeta.named(namespace.isEmpty() ? template.namespace() : namespace, name)
        .withLabels(template.labels())
        .withAnnotations(template.annotations())
        .withOwners(template.owners());
  }

  /** The first task has the pods that chance gave the job; all of them have to start together. */
  private static VolcanoJob sized(
      VolcanoJob job, ObjectMeta meta, @Nullable Integer pods, @Nullable String runTime) {
    var tasks = new ArrayList<VolcanoJob.Task>();
    for (VolcanoJob.Task task : job.tasks()) {
      VolcanoJob.Task sized =
          pods == null || !tasks.isEmpty() ? task : task.withReplicas(pods, null);
      tasks.add(sized.withAnnotations(running(task.annotations(), runTime)));
    }
    return job.withMeta(meta).withTasks(pods == null ? job.minAvailable() : 0, tasks);
  }

  private static Job sized(
      Job job, ObjectMeta meta, @Nullable Integer pods, @Nullable String runTime) {
    PodTemplate template = job.template();
    return new Job(
        meta,
        pods == null ? job.parallelism() : pods,
        pods == null ? job.completions() : pods,
        job.backoffLimit(),
        new PodTemplate(
            template.labels(), running(template.annotations(), runTime), template.spec()));
  }

  private List<ClusterObject> pods(Pod template, String name, int count, @Nullable String runTime) {
    var pods = new ArrayList<ClusterObject>();
    for (int index = 0; index < count; index++) {
      ObjectMeta meta = meta(count == 1 ? name : name + "-" + index, template.meta());
      pods.add(template.withMeta(meta.withAnnotations(running(meta.annotations(), runTime))));
    }
    return pods;
  }

  private static Labels running(Labels annotations, @Nullable String runTime) {
    return runTime == null ? annotations : annotations.with(SimulationKeys.RUN_TIME, runTime);
  }
}
