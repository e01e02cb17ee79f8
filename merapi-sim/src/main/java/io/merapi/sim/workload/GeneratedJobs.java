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
    return new Run(start, draws(seed));
  }

  /** What chance makes of the generator, from the first job on. */
  Draws draws(long seed) {
    return new Draws(Chance.of(seed, generator.key()));
  }

  /**
   * A job that chance has drawn.
   *
   * @param since when it comes, from the start of the simulation
   * @param kind which one of the mix it is
   * @param pods how many it has; null for as many as the template says
   * @param runTime of its pods; null for what the template says
   */
  record Draw(
      String name, Duration since, Share kind, @Nullable Integer pods, @Nullable String runTime) {}

  /** One draw after the other. */
  final class Draws {
    private final RandomGenerator random;
    private final ArrivalTimes times;
    private long jobs;

    private Draws(RandomGenerator random) {
      this.random = random;
      this.times =
          ArrivalTimes.of(generator.arrivals(), generator.from().toMillis() / MILLIS, random);
    }

    /** The next job; null where no more come. */
    @Nullable Draw next() {
      if (generator.count() != null && jobs >= generator.count()) {
        return null;
      }
      var since = Duration.ofMillis(Math.round(times.next() * MILLIS));
      if (generator.until() != null && since.compareTo(generator.until()) > 0) {
        return null;
      }
      String name = generator.name() + "-" + jobs++;
      Share kind = chosen();
      Integer pods = kind.pods() == null ? null : whole(kind.pods());
      String runTime = kind.runTime() == null ? null : text(kind.runTime());
      return new Draw(name, since, kind, pods, runTime);
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

    private int whole(Distribution pods) {
      return Math.clamp(Math.round(pods.sample(random)), 1, Integer.MAX_VALUE);
    }

    private String text(Distribution runTime) {
      long millis = Math.max(1, Math.round(runTime.sample(random) * MILLIS));
      return GoDuration.format(Duration.ofMillis(millis));
    }
  }

  private final class Run implements Arrivals {
    private final Instant start;
    private final Draws draws;
    private final ArrayDeque<Arrival> made = new ArrayDeque<>();
    private long jobs;
    private Duration last = Duration.ZERO;
    private boolean ended;

    Run(Instant start, Draws draws) {
      this.start = start;
      this.draws = draws;
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
      if (ended) {
        return 1;
      }
      if (generator.count() != null) {
        return (double) jobs / generator.count();
      }
      return generator.until() == null
          ? Double.NaN
          : Math.min(1, last.toMillis() / (double) generator.until().toMillis());
    }

    private void make() {
      Draw draw = draws.next();
      if (draw == null) {
        ended = true;
        return;
      }
      jobs++;
      last = draw.since();
      for (ClusterObject object : objects(draw)) {
        made.add(new Arrival(start.plus(last), object));
      }
    }
  }

  /** A job as it comes: one object, or as many pods as it has. */
  List<ClusterObject> objects(Draw draw) {
    return switch (draw.kind().template()) {
      case VolcanoJob job ->
          List.of(sized(job, meta(draw.name(), job.meta()), draw.pods(), draw.runTime()));
      case Job job ->
          List.of(sized(job, meta(draw.name(), job.meta()), draw.pods(), draw.runTime()));
      case Pod pod -> pods(pod, draw.name(), draw.pods() == null ? 1 : draw.pods(), draw.runTime());
      default -> throw new IllegalStateException("no template: " + draw.kind().template().kind());
    };
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
