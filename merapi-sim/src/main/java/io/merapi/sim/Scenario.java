package io.merapi.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.workload.ArrivalSource;
import io.merapi.sim.workload.Workload;
import io.merapi.sim.workload.WorkloadException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A simulation in a few lines, for tests and experiments:
 *
 * <pre>{@code
 * SimulationReport report = Scenario.batch().input(Path.of("cluster.yaml")).run();
 * }</pre>
 *
 * <p>Whatever cannot be read is told by a {@link WorkloadException}. A scenario can be run again,
 * and then gives the same report.
 */
public final class Scenario {

  private final Scheduling scheduling;
  private final List<ClusterObject> objects = new ArrayList<>();
  private final List<ArrivalSource> sources = new ArrayList<>();
  private @Nullable Duration until;
  private long seed;
  private Simulation.@Nullable Watcher watcher;

  private Scenario(Scheduling scheduling) {
    this.scheduling = scheduling;
  }

  /** Any scheduler with any settings. */
  public static Scenario of(Scheduling scheduling) {
    return new Scenario(scheduling);
  }

  /** Single pods, as by kube-scheduler with its default configuration. */
  public static Scenario kube() {
    return of(
        new KubeScheduling(
            new KubeConfigurationReader().defaults(FeatureGates.DEFAULTS),
            FeatureGates.DEFAULTS,
            SchedulerSettings.DEFAULTS));
  }

  /** Groups, as by vc-scheduler with its default configuration. */
  public static Scenario batch() {
    return batch(BatchConfiguration.byDefault());
  }

  /**
   * Groups, as by vc-scheduler.
   *
   * @param configuration the text of a volcano-scheduler.conf
   */
  public static Scenario batch(String configuration) {
    return batch(
        BatchConfigurationReader.read("configuration", configuration)
            .configuration()
            .orElseThrow(() -> new WorkloadException("the configuration cannot be read")));
  }

  private static Scenario batch(BatchConfiguration configuration) {
    return of(new BatchScheduling(configuration, FeatureGates.DEFAULTS, BatchSettings.DEFAULTS));
  }

  /** Adds the objects of files and directories. */
  public Scenario input(Path... paths) {
    return load(Stream.of(paths).map(Path::toString).toList(), InputStream.nullInputStream());
  }

  /** Adds objects written as YAML or JSON. */
  public Scenario manifests(String text) {
    return load(List.of("-"), new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  private Scenario load(List<String> paths, InputStream standardInput) {
    LoadResult result = new SnapshotLoader(standardInput).load(paths, objects::add);
    refuse(result.problems().stream().map(Object::toString).toList());
    return this;
  }

  /** Adds objects that come as they are asked for. */
  public Scenario with(ArrivalSource source) {
    sources.add(source);
    return this;
  }

  /** Stops after so much virtual time. */
  public Scenario until(Duration limit) {
    until = limit;
    return this;
  }

  /** Another chance for the workload and the scheduler. */
  public Scenario seed(long newSeed) {
    seed = newSeed;
    return this;
  }

  /** Tells of every change of an object. */
  public Scenario watch(Simulation.Watcher newWatcher) {
    watcher = newWatcher;
    return this;
  }

  /** Lets all of it happen. */
  public SimulationReport run() {
    var problems = new ArrayList<String>();
    Workload workload = Workload.of(objects, problems);
    refuse(problems);
    for (ArrivalSource source : sources) {
      workload = workload.with(source);
    }
    var options = new Simulation.Options(until, seed, (_, _) -> {}, watcher);
    return new Simulation(scheduling.withSeed(seed), workload, options).run();
  }

  private static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new WorkloadException(String.join("\n", problems));
    }
  }
}
